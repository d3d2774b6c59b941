import { endResourcesAfterTests } from './at-end';

endResourcesAfterTests();
