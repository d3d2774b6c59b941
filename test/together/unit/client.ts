import { together } from '../../support/together';

together('unit', ['client/command']);
