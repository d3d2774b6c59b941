import { together } from '../../support/together';

together('unit', ['console', 'embed']);
