import { Edit } from './edit';
import { checksFor } from './field.rules';
import { keyOf, type Member } from './members.rules';
import { freeName, fieldNameOf } from './unmatched/suggestion.rules';

const [NAME, CHECK]: Member[] = [
  { path: ['field', 'name'], label: '' },
  { path: ['field', 'validation'], label: '', choices: [], isNullable: true },
];

/** What is typed into a field. The name of a new one is made from its label until somebody types one, and no check outlives its type. */
export class FieldEdit extends Edit {
  private isNamed = false;

  /** `taken` has the names of the fields beside a new one; null for a field that is there. */
  constructor(
    state: Edit['state'],
    source: ConstructorParameters<typeof Edit>[1],
    private readonly taken: (() => readonly string[]) | null,
  ) {
    super(state, source);
  }

  override type(member: Member, text: string): void {
    super.type(member, text);
    const key = keyOf(member);
    if (key === 'field.name') this.isNamed = text !== '';
    if (key === 'field.label' && this.taken && !this.isNamed)
      super.type(NAME!, text.trim() ? freeName(fieldNameOf(text), this.taken()) : '');
    if (key === 'field.type' && !(this.text(CHECK!) in checksFor(text))) super.type(CHECK!, '');
  }

  override save(members: readonly Member[]): Promise<boolean> {
    return super.save([...members, CHECK!]);
  }
}
