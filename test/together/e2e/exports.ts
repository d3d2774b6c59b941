import { together } from '../../support/together';

together('e2e', ['test/e2e/exports', 'test/e2e/imports']);
