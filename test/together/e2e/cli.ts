import { together } from '../../support/together';

together('e2e', [
  'test/e2e/cli',
  'test/e2e/client',
  'test/e2e/confirmations',
  'test/e2e/erasures',
  'test/e2e/notices',
  'test/e2e/notifications',
  'test/e2e/visitor-mails',
]);
