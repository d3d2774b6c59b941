import { html, type TemplateResult } from 'lit-html';
import type { RetentionPreview } from 'form-collection-client';
import { api } from '../../api';
import { confirm } from '../../elements/dialog';
import { dayAndMinuteText } from '../../elements/time';
import { counted } from '../../english.rules';
import { may } from '../../session/rights';
import type { Act } from '../../elements/view-store';
import type { FormState } from './form-state';

/** Asks before a retention is stored that deletes submissions. True for every other patch. */
export async function isDeletionWanted(form: string, patch: Record<string, unknown>): Promise<boolean> {
  const { days } = (patch['retention'] ?? {}) as { days?: unknown };
  if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > 3650) return true; // the service says what is wrong
  const { data } = await api.previewRetention({ path: { form }, query: { days } });
  return data.begins_at === null || confirm(questionOf(data, data.begins_at));
}

function questionOf({ days, due }: RetentionPreview, beginsAt: string) {
  const number = `${due.toLocaleString('en')}${due === 10_000 ? ' or more' : ''}`;
  const those =
    due === 0
      ? 'None is older now, but some will be until then.'
      : `${due === 1 ? 'It goes' : 'They go'} for good, with files, runs and mails.`;
  return {
    title: `Delete ${number} ${due === 1 ? 'submission' : 'submissions'} older than ${counted(days, 'day')}?`,
    text: `${those} It begins on ${dayAndMinuteText(new Date(beginsAt))}. Until then you can take it back, and nothing is deleted by it.`,
    action: 'Save',
  };
}

/** The button that takes back a retention that has not begun. */
export function takingBack(state: FormState, key: string, act: Act): TemplateResult | null {
  const waits = state.document?.retention_waits;
  if (key !== 'retention.days' || !waits || !may('forms:update')) return null;
  const days = waits.days_in_force;
  const back = () => act(() => state.patch({ retention: { days } }, () => state.tag));
  return html`<p><button type="button" @click=${back}>Take it back: ${days === null ? 'keep for ever' : counted(days, 'day')}</button></p>`;
}
