import { together } from '../../support/together';

together('component', [
  'src/accounts',
  'src/forms',
  'src/fields',
  'src/files',
  'src/intake',
  'src/submissions',
  'src/exports',
  'src/erasures',
  'src/workflows',
  'src/notifications',
]);
