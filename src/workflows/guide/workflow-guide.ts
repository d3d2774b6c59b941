import { MAX_CONFIG_BYTES, MAX_EDGES, MAX_NAME_LENGTH, MAX_NODES, MAX_UI_BYTES } from '../definition/structure.rules';
import { SCHEMA_VERSION } from '../definition/definition.types';
import { deliveriesSection } from './deliveries-section';
import { EXAMPLE } from './example-definition';
import { expressionsSection } from './expressions-section';
import { json, list, paragraphs } from './markdown';
import { nodeTypesSection } from './node-types-section';
import { publishingSection } from './publishing-section';
import { statesSection } from './states-section';

/** The guide to workflows for users of the API, as it stands in `docs/workflows.md`. What the code knows is not written down twice. */
export const workflowGuide = (): string =>
  `${paragraphs(
    '<!-- Written by "npm run docs" from src/workflows/guide. Change it there. -->',
    '# Workflows',
    INTRODUCTION,
    '## An example',
    'Applications of people with five years of experience go to the hiring software, and by mail where that fails; the team reads of the others in a chat the next day.',
    json(EXAMPLE),
    definitionSection(),
    nodeTypesSection(),
    expressionsSection(),
    publishingSection(),
    statesSection(),
    deliveriesSection(),
    POINTS,
    STEERING,
  )}\n`;

const INTRODUCTION =
  'Each form has a workflow: what happens after a submission has been stored. You edit its draft, test it, and publish it as a version that never changes; from then on each accepted submission makes a run of that version. A new form has an unpublished draft that stores submissions, which they are in any case. The API is described in `openapi.json`, and the conventions of its requests in [api-guide.md](api-guide.md).';

const definitionSection = (): string =>
  paragraphs(
    '## Definition',
    `A definition is an object with \`schema_version\` ${SCHEMA_VERSION}, \`nodes\` and \`edges\`: a graph without loops. It is kept and read back as you sent it. A draft may be unfinished, so only these rules hold for it; what breaks one is refused with \`validation_failed\` and the path, such as \`definition.edges.1.target\`.`,
    list([
      `At most ${MAX_NODES} nodes and ${MAX_EDGES} edges. No other members than those named here.`,
      `A node has an \`id\` (1 to 64 letters, digits, hyphens and underscores, used once), a \`type\` and a \`config\` (an object of up to ${MAX_CONFIG_BYTES / 1024} KiB). It may have a \`name\` (up to ${MAX_NAME_LENGTH} characters), \`disabled\`, and \`ui\` (an object of up to ${MAX_UI_BYTES / 1024} KiB for your editor, which the service does not read).`,
      'An edge has an `id`, the ids of two nodes as `source` and `target`, and the `source_port` that it leaves from; without one that is `out`.',
      'A disabled node does nothing, costs nothing and lets the run pass on `out`.',
    ]),
  );

const POINTS = paragraphs(
  '## Points',
  'Compute points are what an account may spend on runs: its plan fills them up to an allowance each month, or they are not counted (`self_hosted`). A run costs the sum over the nodes that were executed. When it is made it reserves `estimated_max_cost`, the most that one submission can come to over all branches; when it ends it releases what it has not consumed. `estimated_min_cost` is the least. For a graph with very many decisions that depend on each other the two are bounds, never too low for the maximum and never too high for the minimum.',
  'A destination that fails costs nothing, one that ended as uncertain is charged, and further attempts are free. Where the points do not suffice the submission is accepted all the same and its run waits.',
);

const STEERING = paragraphs(
  '## Tests',
  '`POST /v1/forms/{form}/workflow/test` starts a run of the draft as it is, with a copy of it and of its input: made-up values (`sample`), values of your own (`manual`), or a stored submission (`recent_submission`, which needs `submissions:read`). The first two come from `api`, or from a source that the trigger lets pass. Destinations render the request that they would send, with secrets and the signature masked, and stop: nothing is looked up, connected to or sent. A delay is noted and the run goes on at once; destinations are free.',
  '## Cancelling and retrying',
  '`POST /v1/forms/{form}/workflow-runs/{run}/cancel` ends an open run. What was being sent at that moment may arrive; its step ends as `uncertain` and is charged.',
  '`POST /v1/forms/{form}/workflow-runs/{run}/retry` makes a new run with the same version and input: steps that succeeded are taken over and not billed again, the others are done again under the same `webhook-id`. When a delivery of the old run is uncertain, the body must hold `"confirm_delivery_uncertainty": true`, because it may then arrive twice.',
);
