import { ApiError } from 'form-collection-client';
import { Store } from '../../store';
import type { FormState } from './form-state';
import { keyOf, patchOf, textOf, valueIn, type Document, type Member } from './members.rules';

/** Where an edit takes its values from, and sends them to. */
export interface Source {
  /** The resource as it was last read; undefined when it is gone. */
  document(): Document | undefined;
  /** `tag` tells the tag that is to be met, at each request. */
  send(patch: Record<string, unknown>, tag: () => string): Promise<unknown>;
}

/**
 * What is typed into the members of one part of a form, with the document and the tag from when it was begun: an edit of somebody else is
 * never overwritten.
 */
export class Edit extends Store {
  typed: ReadonlyMap<string, string> = new Map();
  /** The reasons of a refusal by member, as the service tells them. */
  details: Readonly<Record<string, unknown>> = {};
  failure: unknown = null;
  notice = '';
  /** Somebody else has changed the form since the edit began. */
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

  text(member: Member): string {
    return this.typed.get(keyOf(member)) ?? this.theirs(member);
  }

  /** The value as it was last read. */
  theirs(member: Member): string {
    return textOf(member, valueIn(this.source.document() ?? {}, member.path));
  }

  type(member: Member, text: string): void {
    this.began ??= { document: this.source.document() ?? {}, tag: this.state.tag };
    this.notice = '';
    const typed = new Map(this.typed).set(keyOf(member), text);
    if (text === textOf(member, valueIn(this.began.document, member.path))) typed.delete(keyOf(member));
    if (typed.size === 0) this.began = null;
    this.typed = typed;
  }

  /** The tag moves along with edits of other parts of the form by this page. */
  follow(tag: string, next: string): void {
    if (this.began?.tag === tag) this.began.tag = next;
  }

  /** Resolves with whether everything that was typed is stored. */
  async save(members: readonly Member[]): Promise<boolean> {
    const { state, typed } = this;
    if (this.isBusy) return false;
    [this.details, this.failure, this.notice, this.isBusy] = [{}, null, '', true];
    try {
      if (this.isConflict) this.began = { document: this.source.document() ?? {}, tag: state.tag };
      await this.source.send(patchOf(members, typed), () => this.began?.tag ?? state.tag);
      this.stored(typed);
    } catch (error) {
      await this.refused(error, members);
    } finally {
      this.isBusy = false;
    }
    return this.notice !== '';
  }

  /** Gives up what was typed. */
  discard(): void {
    [this.typed, this.began, this.isConflict, this.details, this.failure] = [new Map(), null, false, {}, null];
  }

  /** What was typed while it was sent stays. */
  private stored(sent: ReadonlyMap<string, string>): void {
    this.typed = new Map([...this.typed].filter(([key, text]) => sent.get(key) !== text));
    const { tag } = this.state;
    this.began = this.typed.size > 0 ? { document: this.source.document() ?? {}, tag } : null;
    [this.isConflict, this.notice] = [false, 'Saved.'];
  }

  private async refused(error: unknown, members: readonly Member[]): Promise<void> {
    if (!(error instanceof ApiError)) return void (this.failure = error);
    if (error.status === 412) {
      const isStored = members.every((member) => this.text(member) === this.theirs(member)); // the answer to an earlier attempt was lost
      if (isStored) this.stored(this.typed);
      else this.isConflict = true;
      return;
    }
    const section = error.operation === 'updateForm' ? 'form.' : /Field$/.test(error.operation) ? 'field.' : '';
    if (error.status === 422)
      this.details = Object.fromEntries(Object.entries(error.details).map(([path, reason]) => [section + path, reason]));
    const isTold = Object.keys(this.details).some((path) => members.some((member) => `${path}.`.startsWith(`${keyOf(member)}.`)));
    if (!isTold && error.status !== 404) this.failure = error;
  }
}
