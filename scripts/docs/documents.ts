import { readEmbedScript } from '../../src/intake/pages/embed-script';
import { withEmbedScript } from './embed-document';
import { envExample } from './env-example';
import { errorCodeList } from './error-code-list';
import { withPart } from './generated-part';
import { headerList } from './header-list';
import { wrapped } from './markdown';
import { scopeList } from './scope-list';
import { workflowGuide } from './workflows/workflow-guide';

/** The generated documents: the path of each, and its text, made from the present one where only a part is generated. */
export const DOCUMENTS: Record<string, (present: string) => string> = {
  '.env.example': envExample,
  'docs/workflows.md': () => wrapped(workflowGuide()),
  'docs/error-codes.md': () => wrapped(errorCodeList()),
  'docs/api-guide.md': (present) => withPart(withPart(present, 'scopes', wrapped(scopeList())), 'headers', wrapped(headerList())),
  'docs/embedding.md': (present) => withEmbedScript(present, readEmbedScript()),
};
