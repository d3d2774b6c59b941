import { testApplyRounds } from '../../support/apply-rounds';
import { testPullRounds } from '../../support/pull-rounds';

describe('of a thousand random definitions,', () => {
  testApplyRounds({ creates: 30, edits: 15, renames: 5 });
});

describe('of a thousand random forms,', () => {
  testPullRounds({ pulls: 30, takeovers: 15, applies: 5 });
});
