import 'reflect-metadata';
import fc from 'fast-check';
import { endResourcesAfterSpec, endResourcesAfterTests } from './at-end';

// The same examples in every run, so that no luck decides about it. FC_SEED asks for others.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) });
endResourcesAfterTests();
endResourcesAfterSpec();
