import 'reflect-metadata';
import { endResourcesAfterTests } from './at-end';

endResourcesAfterTests();
