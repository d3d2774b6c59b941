import type { Definition } from '../../../src/workflows/model/definition.types.js';
import type { PublishCode, PublishError } from '../../../src/workflows/model/publish-error.types.js';
import { publishErrors } from '../../../src/workflows/definition/publish.rules.js';
import { structureErrors } from '../../../src/workflows/definition/structure.rules.js';
import { isJsonObject } from '../../../src/platform/json/json.rules.js';
import type { Path } from '../definition/definition.types.js';
import { type Finding, findingsOf } from './finding.js';

export type Workflow = Pick<Definition, 'nodes' | 'edges'>;

/** The findings in the structure of a workflow, which a draft needs as well. */
export const structureFindings = (workflow: unknown): Finding[] =>
  isJsonObject(workflow) ? findingsOf(structureErrors({ schema_version: 1, ...workflow }, 'workflow')) : [];

/** The findings that keep a workflow of valid structure from being published, as far as they need no account and no form. */
export function publishFindings(workflow: Workflow): Finding[] {
  const definition: Definition = { schema_version: 1, nodes: workflow.nodes, edges: workflow.edges };
  const errors = publishErrors(definition, NOTHING_KNOWN).filter(({ code }) => !OF_THE_SERVICE.has(code));
  return errors.map((error) => ({ path: placeOf(error, definition), message: error.message.replace(SUBJECT, '') }));
}

/** The names of the places say it already. */
const SUBJECT = /^the (?:workflow|step|connection) /;

const NOTHING_KNOWN = {
  fieldNames: new Set<string>(),
  fileFieldNames: new Set<string>(),
  secretNames: new Set<string>(),
  blockedUrlReason: () => null,
};

/** Errors that depend on the fields of the form, on secrets of the account, or on addresses that the operator allows. */
const OF_THE_SERVICE: ReadonlySet<PublishCode> = new Set([
  ...(['unknown_field', 'unknown_option', 'unknown_secret', 'blocked_url'] as const),
  ...(['host_not_allowed', 'untrusted_recipient', 'copy_not_allowed'] as const),
]);

function placeOf({ node_id, edge_id, path }: PublishError, { nodes, edges }: Definition): Path {
  const below = path?.split('.') ?? [];
  if (edge_id !== null) return ['workflow', 'edges', edges.findIndex(({ id }) => id === edge_id), ...below];
  if (node_id !== null) return ['workflow', 'nodes', nodes.findIndex(({ id }) => id === node_id), ...below];
  return ['workflow'];
}
