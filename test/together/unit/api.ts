import { together } from '../../support/together';

together('unit', ['src/api', 'src/keys', 'src/accounts', 'src/console']);
