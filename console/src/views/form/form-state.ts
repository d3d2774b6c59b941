import { ApiError, etagOf, type UpdateFormBody, type UpdateFormSettingsBody } from 'form-collection-client';
import { api } from '../../api';
import { Store } from '../../store';
import { agreed } from './before-saving';
import type { FormDocument } from './settings';

type Condition = { 'If-Match': string };

interface Edited {
  readonly typed: { readonly size: number };
  follow(tag: string, next: string): void;
}

/** The form as it was last read, and the requests that write it. All parts of a form share one ETag. */
export class FormState extends Store {
  document: FormDocument | null = null;
  tag = '';
  isGone = false;
  /** The open edits. A write of one of them passes the new ETag to the others. */
  readonly edits = new Set<Edited>();
  private writes = 0;

  constructor(readonly id: string) {
    super();
  }

  /** Edits of a form that is gone can never be saved, so they do not count. */
  get isUnsaved(): boolean {
    return !this.isGone && [...this.edits].some(({ typed }) => typed.size > 0);
  }

  async read(): Promise<void> {
    const { id, writes } = this;
    try {
      const [form, settings] = await Promise.all([api.getForm({ path: { form: id } }), api.getFormSettings({ path: { form: id } })]);
      if (writes !== this.writes) return; // the answer may be older than a write
      if (etagOf(form) !== etagOf(settings)) return await this.read();
      this.document = { ...settings.data, form: form.data };
      this.tag = etagOf(settings)!;
    } catch (error) {
      this.notice(error);
    }
  }

  /** Writes if nobody has changed the form since `tag`, and reads it again. */
  async write<Answer extends object>(call: (headers: Condition) => Promise<Answer>, tag = this.tag): Promise<Answer> {
    this.writes += 1;
    try {
      const answer = await call({ 'If-Match': tag });
      const next = etagOf(answer) ?? tag;
      for (const edit of this.edits) edit.follow(tag, next);
      if (this.tag === tag) this.tag = next;
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) this.notice(error);
      throw error;
    } finally {
      this.writes += 1;
      if (!this.isGone) await this.read();
    }
  }

  /** Sends a patch of the document, after a question where it deletes submissions or shuts out visitors: first the settings, then the members of the form itself. */
  async patch(patch: Record<string, unknown>, tag: () => string): Promise<void> {
    const { form, ...settings } = await agreed(this.document!, patch);
    const path = { form: this.id };
    const [body, members] = [settings as UpdateFormSettingsBody, form as UpdateFormBody | undefined];
    if (Object.keys(settings).length > 0) await this.write((headers) => api.updateFormSettings({ path, headers, body }), tag());
    if (members) await this.write((headers) => api.updateForm({ path: { form: this.id }, headers, body: members }), tag());
  }

  private notice(error: unknown): void {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    this.isGone = true;
  }
}
