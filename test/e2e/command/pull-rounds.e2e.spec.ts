import { testPullRounds } from '../../support/pull-rounds';

testPullRounds({ pulls: 2, takeovers: 1, applies: 1 });
