import type { Definition, WorkflowEdge, WorkflowNode } from '../../src/workflows/model/definition.types';
import type { WorkflowVersionView } from '../../src/workflows/workflow-version-view.dto';
import type { WorkflowView } from '../../src/workflows/workflow-view.dto';
import { type Api, untilServed } from './api';

export const workflowPath = ({ id }: { id: string }): string => `/v1/forms/${id}/workflow`;

export const aNode = (id: string, type: string, config: object = {}, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id,
  type,
  config: { ...config },
  ...more,
});

export const START = aNode('start', 'submission_received');
export const STORE = aNode('store', 'database');
export const aWebhook = (id: string, config: object = {}, more: Partial<WorkflowNode> = {}): WorkflowNode =>
  aNode(id, 'webhook', { url: `https://${id}.example.com/hook`, ...config }, more);

/** Edges are written as `a>b` or `a:port>b`, which with hyphens is also their id. */
export const aDefinition = (nodes: WorkflowNode[], ...edges: string[]): Definition => ({
  schema_version: 1,
  nodes,
  edges: edges.map(anEdge),
});

function anEdge(text: string): WorkflowEdge {
  const [from = '', target = ''] = text.split('>');
  const [source = '', port] = from.split(/:(.*)/);
  return { id: text.replace(/\W/g, '-'), source, target, ...(port && { source_port: port }) };
}

/** A trigger with an edge to each of these nodes. */
export const aFanOut = (...nodes: WorkflowNode[]): Definition => aDefinition([START, ...nodes], ...nodes.map(({ id }) => `start>${id}`));

export async function readWorkflow(api: Api, form: { id: string }): Promise<WorkflowView & { etag: string }> {
  const answer = await untilServed(() => api.get<WorkflowView>(workflowPath(form)));
  expect(answer.status).toBe(200);
  return { ...answer.body.data, etag: answer.etag };
}

/** Replaces the draft and resolves with the new ETag of the workflow. */
export async function aDraft(api: Api, form: { id: string }, definition: Definition): Promise<string> {
  const answer = await api.put(`${workflowPath(form)}/draft`, { definition }, { ifMatch: '*' });
  expect(answer.status).toBe(200);
  return answer.etag;
}

/** Publishes the draft, after replacing it with the definition if there is one. */
export async function aVersion(api: Api, form: { id: string }, definition?: Definition): Promise<WorkflowVersionView & { etag: string }> {
  if (definition) await aDraft(api, form, definition);
  const answer = await api.post<WorkflowVersionView>(`${workflowPath(form)}/publish`, undefined, { ifMatch: '*' });
  expect(answer.status).toBe(201);
  return { ...answer.body.data, etag: answer.etag };
}
