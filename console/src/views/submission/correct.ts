import { html, nothing, type TemplateResult } from 'lit-html';
import { ApiError, etagOf, type FormLabels, type Submission, type SubmissionEdit } from 'form-collection-client';
import { api } from '../../api';
import { fact } from '../../elements/basics';
import { type FaultsOf, openForm } from '../../elements/dialog';
import { labelled } from '../../elements/form/controls';
import { wholeTime } from '../../elements/time';
import { store } from '../../store';
import { inOneLine } from '../../values.rules';
import { type Correctable, correctables, patchOf, textIn } from './correct.rules';

interface Path {
  form: string;
  submission: string;
}

const NEWER = 'Somebody else has corrected it meanwhile. What you typed is still here, beside what it is now: save it again.';

/** Opens a dialog with the values of a submission. Resolves with the corrected submission; undefined when it was left as it is. */
export async function correct(path: Path, form: FormLabels | undefined): Promise<Submission | undefined> {
  const first = await api.getSubmission({ path });
  const shown = store({ answer: first, typed: new Map<string, string>(), notice: '' });
  const all = correctables(form?.fields ?? [], first.data.fields);
  let corrected: Submission | undefined;
  const control = (each: Correctable, faultsOf: FaultsOf): TemplateResult => {
    const [before, now] = [textIn(each, first.data.fields), textIn(each, shown.answer.data.fields)];
    return labelled({
      ...each,
      id: `correct-${each.name}`,
      label: html`<bdi>${each.label}</bdi>`,
      hint: now === before ? '' : html`Now: <bdi>${now || 'nothing'}</bdi>`,
      text: shown.typed.get(each.name) ?? now,
      change: (text) => (shown.typed = new Map(shown.typed).set(each.name, text)),
      faults: faultsOf(`fields.${each.name}`, '').map((text) => text.replace(/\.\.$/, '.')),
    });
  };
  const save = async (): Promise<void | false> => {
    const { answer, typed } = shown;
    shown.notice = '';
    const fields = patchOf(all, answer.data.fields, typed);
    if (Object.keys(fields).length === 0) return void (corrected = answer.data);
    try {
      corrected = (await api.updateSubmission({ path, headers: { 'If-Match': etagOf(answer)! }, body: { fields } })).data;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412) throw error;
      shown.answer = await api.getSubmission({ path });
      const isOurs = Object.keys(patchOf(all, shown.answer.data.fields, typed)).length === 0; // its answer was lost
      if (isOurs) return void (corrected = shown.answer.data);
      shown.notice = NEWER;
      return false;
    }
  };
  await openForm({
    title: 'Correct this submission',
    action: 'Save',
    content: (faultsOf) => html`
      <p class="muted">Nothing is sent anew. What was sent stays as it was.</p>
      ${shown.notice ? html`<p class="warning" role="alert">${shown.notice}</p>` : nothing} ${all.map((each) => control(each, faultsOf))}
    `,
    submit: save,
  }).closed;
  return corrected;
}

/** Shows what the values of a submission were before its corrections, the last one first. */
export async function showEdits(path: Path, form: FormLabels | undefined): Promise<void> {
  const { data } = await api.listSubmissionEdits({ path });
  const labels = new Map(form?.fields.map(({ name, label }) => [name, label ?? name]));
  await openForm({
    title: 'Corrections',
    action: '',
    hasAction: () => false,
    cancelWord: 'Close',
    content: () => html`${data.toReversed().map((edit) => editSheet(edit, labels))}`,
    submit: () => Promise.resolve(),
  }).closed;
}

const editSheet = ({ before, after, edited_at: at, key_name: key }: SubmissionEdit, labels: ReadonlyMap<string, string>): TemplateResult =>
  html`<h3>${wholeTime(at)} · <bdi>${key}</bdi></h3>
    <dl class="sent">
      ${Object.keys(before).map((name) =>
        fact(
          html`<bdi>${labels.get(name) ?? name}</bdi>`,
          html`<del>${valueWords(before[name])}</del> <ins>${valueWords(after[name])}</ins>`,
        ),
      )}
    </dl>`;

const valueWords = (value: unknown): TemplateResult =>
  value === null || value === '' ? html`<span class="muted">Empty</span>` : html`<bdi>${inOneLine(value)}</bdi>`;
