import { together } from '../../support/together';

together('unit', ['src/forms', 'src/fields', 'src/files', 'src/notices', 'src/visitor-mails']);
