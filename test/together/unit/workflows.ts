import { together } from '../../support/together';

together('unit', ['src/workflows', 'src/notifications']);
