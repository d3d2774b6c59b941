import { testApplyRounds } from '../../support/apply-rounds';

testApplyRounds({ creates: 2, edits: 2, renames: 1 });
