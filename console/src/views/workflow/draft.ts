import { ApiError, type WorkflowDefinition, etagOf, type Form, type StartTestInput, type Workflow } from 'form-collection-client';
import { api } from '../../api';
import { maySee, refreshRights } from '../../session/rights';
import { Store } from '../../store';
import { findingsIn, type Finding } from './findings.rules';
import type { Graph } from './graph.rules';

const REFUSED = 'Not done: what has to be mended first is told at its steps.';

/** The draft. Each edit requires the ETag that was read before it; after a conflict both versions are kept until one is chosen. */
export class Draft extends Store {
  /** Undefined if the session may not read forms. */
  form: Form | undefined;
  workflow?: Workflow;
  /** The refused edit, while `workflow` is the version of somebody else. */
  mine: Graph | null = null;
  findings: Finding[] = [];
  error: unknown = null;
  notice = '';
  /** The number of versions by somebody else that were read after a refusal. An edit that was begun at a lower number is a conflict. */
  strangers = 0;
  private tag = '';
  private isBusy = false;
  private saving: Promise<unknown> = Promise.resolve();

  constructor(readonly formId: string) {
    super();
  }

  get graph(): Graph {
    return this.workflow!.draft.definition;
  }

  async read(): Promise<void> {
    const { formId: form } = this;
    await refreshRights();
    const [workflow, read] = await Promise.all([
      api.getWorkflow({ path: { form } }),
      maySee('forms:read') ? api.getForm({ path: { form: form } }) : null,
    ]);
    [this.workflow, this.form, this.tag] = [workflow.data, read?.data, etagOf(workflow)!];
  }

  /** `strangers` is the value of the member at the time when the edit was begun. */
  async save(graph: Graph, strangers = this.strangers): Promise<boolean> {
    if (strangers !== this.strangers) {
      this.mine = graph;
      return false;
    }
    const body = { definition: graph as WorkflowDefinition };
    const attempt = this.attempt((path, headers) => api.replaceWorkflowDraft({ path, headers, body }), graph);
    this.saving = attempt;
    const saved = await attempt;
    if (saved) this.mine = null;
    return this.reread(saved);
  }

  async saved(): Promise<void> {
    await this.saving;
  }

  async publish(): Promise<boolean> {
    const published = await this.attempt((path, headers) => api.publishWorkflow({ path, headers }));
    if (published) this.notice = `Version ${published.data.version} is live.`;
    return this.reread(published);
  }

  async restore(version: number): Promise<boolean> {
    const body = { version };
    const restored = await this.attempt((path, headers) => api.restoreWorkflowDraft({ path, headers, body }));
    if (restored) this.notice = `The draft is version ${version} again.`;
    return this.reread(restored);
  }

  async test(body: StartTestInput): Promise<string | undefined> {
    const started = await this.attempt((path, headers) => api.testWorkflow({ path, headers, body }));
    return started?.data.run_id;
  }

  private async reread(answer: object | undefined): Promise<boolean> {
    if (answer) await this.read();
    return answer !== undefined;
  }

  private async attempt<Answer extends object>(
    call: (path: { form: string }, headers: { 'If-Match': string }) => Promise<Answer>,
    mine?: Graph,
  ): Promise<Answer | undefined> {
    if (this.isBusy) return undefined;
    [this.isBusy, this.error, this.notice] = [true, null, ''];
    try {
      const answer = await call({ form: this.formId }, { 'If-Match': this.tag });
      [this.findings, this.tag] = [[], etagOf(answer) ?? this.tag];
      return answer;
    } catch (error) {
      await this.refused(error, mine);
      return undefined;
    } finally {
      this.isBusy = false;
    }
  }

  private async refused(error: unknown, mine?: Graph): Promise<void> {
    const isRefusal = error instanceof ApiError;
    this.findings = [];
    if (isRefusal && error.status === 422) this.findings = findingsIn(error.details, mine ?? this.graph);
    if (isRefusal && this.findings.length > 0) return void (this.notice = REFUSED);
    if (!isRefusal || error.status !== 412) return void (this.error = error);
    await this.read();
    if (JSON.stringify(mine) === JSON.stringify(this.graph)) return; // the answer to an earlier attempt was lost
    this.strangers += 1;
    if (mine) this.mine = mine;
    else this.notice = 'Somebody else has changed the draft. This is how it is now.';
  }
}
