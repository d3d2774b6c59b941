import { html, nothing, type TemplateResult } from 'lit-html';
import { ApiError, type Run, type Submission } from 'form-collection-client';
import { api } from '../../api';
import { optionsIn } from '../../elements/form/controls';
import { valueOf } from '../../elements/basics';
import { outputOf } from '../../problems.rules';
import { may, maySee } from '../../session/rights';
import { pause } from '../../shell/poll';
import { Store } from '../../store';
import { shownValues } from '../../values.rules';
import type { ViewContext } from '../../view';
import type { Draft } from './draft';
import type { GraphNode } from './graph.rules';
import { mailPreview, type MailActions } from './mail-preview';
import { isOpen, runSteps, statesOf } from './run-steps';
import { dayAndMinuteText } from '../../elements/time';

const NEWEST = 20;
const PAUSE_MS = 700;

/** Tests of the draft with a submission that a form has received. */
export class TestPanel extends Store {
  /** The last test, until the draft is changed. */
  run: Run | null = null;
  private submissions: Submission[] = [];
  private chosen = '';
  private reading: Promise<void> = Promise.resolve();
  /** The reason why the service sends no mail. */
  private refusal: TemplateResult | null = null;

  constructor(
    private readonly draft: Draft,
    private readonly context: ViewContext,
  ) {
    super();
  }

  read(): Promise<void> {
    return (this.reading = this.readNewest());
  }

  private async readNewest(): Promise<void> {
    if (!maySee('submissions:read')) return;
    const { signal } = this.context;
    const input = { path: { form: this.draft.formId }, query: { limit: NEWEST } };
    this.submissions = (await api.listSubmissions(input, { signal })).data;
    this.chosen = this.submissions[0]?.id ?? '';
  }

  get states(): Map<string, string> {
    return this.run ? statesOf(this.run) : new Map();
  }

  /** Starts a test and shows its steps as they end. `mail` is the step whose mail is sent to the account. */
  async start(mail?: string): Promise<void> {
    await this.reading.catch(() => undefined); // otherwise the test would not use the newest submission
    const { draft, context, chosen } = this;
    [this.run, this.refusal] = [null, null];
    const source = chosen ? ({ source: 'recent_submission', submission_id: chosen } as const) : ({ source: 'sample' } as const);
    const run = await draft.test({ ...source, ...(mail && { send_mail: mail }) });
    if (run === undefined) return this.refused();
    const path = { form: draft.formId, run };
    do {
      if (this.run) await pause(PAUSE_MS, context.signal);
      if (context.signal.aborted) return;
      this.run = (await api.getWorkflowRun({ path }, { signal: context.signal })).data;
    } while (isOpen(this.run));
  }

  preview(node: GraphNode, actions: MailActions): TemplateResult | typeof nothing {
    const step = this.run?.steps.find(({ node_id: id }) => id === node.id);
    const refusal = this.refusal ?? (this.draft.findings.length > 0 ? UNFINISHED : null);
    return node.type === 'email' && may('workflows:test') ? mailPreview(this.run, step, actions, refusal) : nothing;
  }

  /** Shows the reason why no mail was sent beside the mail, and any other error above the steps. */
  private refused(): void {
    const { error, findings } = this.draft;
    if (findings.length > 0) this.refusal = html`<span class="failed">Not done: what has to be mended first is told at the steps.</span>`;
    const words = error instanceof ApiError ? NO_MAIL[error.code as string]?.(String(error.details['bucket'])) : undefined;
    if (words) [this.refusal, this.draft.error] = [words, null];
  }

  render(): TemplateResult | typeof nothing {
    if (!may('workflows:test')) return nothing;
    const { run, chosen, submissions, draft } = this;
    return html`<section class="sheet test" aria-label="Test">
      <header>
        <h2><label for="test-with">Test with</label></h2>
      </header>
      <div class="inside">
        <select id="test-with" @change=${(event: Event) => (this.chosen = valueOf(event))}>
          ${optionsIn([...submissions.map((each) => [each.id, this.nameOf(each)] as const), ['', 'Sample values']], chosen)}
        </select>
        ${run ? runSteps(run) : nothing}
        <p class="muted" role="status">
          ${
            run
              ? html`${isOpen(run) ? 'Running' : 'The test has ended'}.
                  ${run.steps.some((step) => step.status === 'succeeded' && outputOf(step).sent_to) ? 'Nothing but your test mail was sent.' : 'Nothing was sent.'}
                  <a href="#/forms/${draft.formId}/runs/${run.id}">This run</a>`
              : 'A test shows what each step would do. Nothing is sent.'
          }
        </p>
      </div>
    </section>`;
  }

  /** Names a submission by its time and its first values, in the order of the form. */
  private nameOf(submission: Submission): string {
    const values = shownValues(submission, this.draft.form).flatMap(({ value }) => {
      return typeof value === 'string' || typeof value === 'number' ? String(value).trim() || [] : [];
    });
    return `${values.slice(0, 2).join(', ').slice(0, 60) || 'No values'} · ${dayAndMinuteText(new Date(submission.received_at))}`;
  }
}

/** The message for an invalid workflow. A preview of a mail runs the whole workflow as well. */
const UNFINISHED = html`<span class="failed">Neither works until what is told at the steps is mended.</span>`;

/** The messages by the limit that is used up. A limit of requests is reported as everywhere else. */
const TOO_MANY: Record<string, TemplateResult> = {
  test_mails: html`<span class="failed">Not sent: you have sent ten of these mails within an hour.</span> Try again later.`,
  mails: html`<span class="failed">Not sent: the account has had as many mails as its plan allows in an hour.</span> Try again later.`,
};

/** The messages about a mail that was not sent, by the code of the refusal; for a limit, by its name. */
const NO_MAIL: Record<string, (bucket: string) => TemplateResult | undefined> = {
  rate_limit_exceeded: (bucket) => TOO_MANY[bucket],
  mail_not_configured: () =>
    html`<span class="failed">Not sent: the service has no mail server.</span> The operator sets <code>SMTP_URL</code> and
      <code>MAIL_FROM</code>.`,
  no_account_address: () =>
    html`<span class="failed">Not sent: the account has no address.</span> Set one under <a href="#/account">Account</a>.`,
};
