import { writeFileSync } from 'node:fs';
import { errorCodeList } from './error-code-list';
import { workflowGuide } from './workflows/guide/workflow-guide';

/** Writes the documents that are generated from the code. Tests compare the committed ones with it. */
writeFileSync('docs/workflows.md', workflowGuide());
writeFileSync('docs/error-codes.md', errorCodeList());
