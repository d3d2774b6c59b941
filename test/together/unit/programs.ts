import { together } from '../../support/together';

together('unit', ['src/cli', 'src/start', 'src/embedded-postgres', 'test/unit']);
