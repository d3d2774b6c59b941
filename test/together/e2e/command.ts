import { together } from '../../support/together';

together('e2e', ['test/e2e/command']);
