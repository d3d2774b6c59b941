import { together } from '../../support/together';

together('unit', ['src/intake', 'src/submissions', 'src/exports', 'src/erasures']);
