import { writeFileSync } from 'node:fs';
import { workflowGuide } from './workflows/guide/workflow-guide';

/** Writes the guide to workflows to a file, `docs/workflows.md` unless another is named. */
writeFileSync(process.argv[2] ?? 'docs/workflows.md', workflowGuide());
