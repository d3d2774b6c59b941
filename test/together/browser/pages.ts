import { together } from '../../support/together';

together('browser', ['test/browser/pages']);
