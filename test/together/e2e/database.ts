import { together } from '../../support/together';

together('db', ['test/db']);
