// Builds the service: npm run build.
import { buildAnyway, fail, hasCompilers, PACKAGES_MISSING } from './build-if-needed.mjs';

if (!hasCompilers()) fail(PACKAGES_MISSING);
await buildAnyway();
