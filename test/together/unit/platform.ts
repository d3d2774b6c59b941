import { together } from '../../support/together';

together('unit', ['src/platform']);
