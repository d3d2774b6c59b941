import { together } from '../../support/together';

together('component', ['src/platform']);
