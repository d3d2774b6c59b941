import { together } from '../../support/together';

together('contract', ['test/contract']);
