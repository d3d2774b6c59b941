import { together } from '../../support/together';

together('component', ['src/embedded-postgres', 'console', 'embed', 'test']);
