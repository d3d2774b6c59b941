import { writeFileSync } from 'node:fs';
import { workflowGuide } from './workflows/guide/workflow-guide';

/** Writes the workflow guide to a file, by default `docs/workflows.md`. */
writeFileSync(process.argv[2] ?? 'docs/workflows.md', workflowGuide());
