import { ApiError } from 'form-collection-client';
import { Edit, type Typed } from '../../elements/form/edit';
import { keyOf, patchOf, type Document, type Option } from '../../elements/form/option.rules';
import { CalledOff } from './before-saving';
import type { FormState } from './form-state';

export interface Source {
  document(): Document | undefined;
  /** Sends a patch. `tag` returns the ETag to require, for each request. Throws `CalledOff` when its owner does not want it after all. */
  send(patch: Record<string, unknown>, tag: () => string): Promise<unknown>;
}

/** An edit of a section or a field. It requires the ETag from when it was begun, so that it never overwrites edits of others. */
export class FormEdit extends Edit {
  /** The details of a refusal, by the keys of options. */
  details: Readonly<Record<string, unknown>> = {};
  failure: unknown = null;
  notice = '';
  isConflict = false;
  isBusy = false;
  private began: { document: Document; tag: string } | null = null;

  constructor(
    readonly state: FormState,
    private readonly source: Source,
  ) {
    super();
    state.edits.add(this);
  }

  protected get document(): Document {
    return this.source.document() ?? {};
  }

  protected override put(typed: Typed): void {
    this.began ??= { document: this.document, tag: this.state.tag };
    this.notice = '';
    super.put(typed, this.began.document);
    if (this.typed.size === 0) this.began = null;
  }

  /** Takes over the new ETag after this page has saved another section of the form. */
  follow(tag: string, next: string): void {
    if (this.began?.tag === tag) this.began.tag = next;
  }

  /** Resolves with true if everything that was typed is stored. Errors are shown at visible options, or else as the failure. */
  async save(options: readonly Option[]): Promise<boolean> {
    const { state, typed } = this;
    if (this.isBusy) return false;
    [this.details, this.failure, this.notice, this.isBusy] = [{}, null, '', true];
    try {
      if (this.isConflict) this.began = { document: this.document, tag: state.tag };
      await this.source.send(patchOf([...typed.values()]), () => this.began?.tag ?? state.tag);
      this.stored(typed);
    } catch (error) {
      await this.refused(error, options);
    } finally {
      this.isBusy = false;
    }
    return this.notice !== '';
  }

  discard(): void {
    [this.typed, this.began, this.isConflict, this.details, this.failure] = [new Map(), null, false, {}, null];
  }

  /** Keeps texts that were typed during the request. */
  private stored(sent: FormEdit['typed']): void {
    this.typed = new Map([...this.typed].filter(([key, { text }]) => sent.get(key)?.text !== text));
    this.began = this.typed.size > 0 ? { document: this.document, tag: this.state.tag } : null;
    [this.isConflict, this.notice] = [false, 'Saved.'];
  }

  private async refused(error: unknown, options: readonly Option[]): Promise<void> {
    if (error instanceof CalledOff) return;
    if (!(error instanceof ApiError)) return void (this.failure = error);
    if (error.status === 412) {
      const isStored = options.every((option) => this.text(option) === this.theirs(option)); // an earlier save whose answer was lost
      if (isStored) this.stored(this.typed);
      else this.isConflict = true;
      return;
    }
    const section = error.operation === 'updateForm' ? 'form.' : /Field$/.test(error.operation) ? 'field.' : '';
    if (error.status === 422)
      this.details = Object.fromEntries(Object.entries(error.details).map(([path, reason]) => [section + path, reason]));
    const isTold = Object.keys(this.details).some((path) => options.some((option) => `${path}.`.startsWith(`${keyOf(option)}.`)));
    if (!isTold && error.status !== 404) this.failure = error;
  }
}
