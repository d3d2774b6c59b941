import { readFileSync, writeFileSync } from 'node:fs';
import { errorCodeList } from './error-code-list';
import { withEmbedScript } from './intake/pages/embed-document.rules';
import { readEmbedScript } from './intake/pages/embed-script';
import { workflowGuide } from './workflows/guide/workflow-guide';

/** Writes the documents, or the parts of documents, that are generated from the code. Tests compare the committed ones with it. */
writeFileSync('docs/workflows.md', workflowGuide());
writeFileSync('docs/error-codes.md', errorCodeList());
writeFileSync('docs/embedding.md', withEmbedScript(readFileSync('docs/embedding.md', 'utf8'), readEmbedScript()));
