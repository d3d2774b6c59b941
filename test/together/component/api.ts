import { together } from '../../support/together';

together('component', ['src/api', 'src/keys', 'src/console', 'src/cli', 'src/start']);
