import { html, nothing } from 'lit-html';
import { ApiError, type CreateFieldBody, type FieldUse, type Field, type UpdateFieldBody } from 'form-collection-client';
import { api } from '../../api';
import { capitalized } from '../../english.rules';
import { confirm, openForm } from '../../elements/dialog';
import { problem } from '../../elements/basics';
import { store } from '../../store';
import { textOf, valueAt, type Option } from '../../elements/form/option.rules';
import { FieldEdit } from './field-edit';
import { agreedField, sentWords } from './name-use';
import type { FieldChange } from './name-use.rules';
import { BLANK, checksFor, controlsFor, documentOf, editedOptions, TYPE_WORDS, type FieldParts } from './field.rules';
import { namedIn, offerChanges, usesOf } from './field-uses';
import { renamedOptions } from './field-uses.rules';
import type { FormEdit, Source } from './form-edit';
import type { FormState } from './form-state';
import { conflict, optionControls } from './option-form';
import { optionsOf } from './settings';

const CHANGED = 'Somebody else has changed the form meanwhile. What you typed is still here: save it again.';

/** The places that compare with options that a save has taken away. */
interface Broken {
  uses: FieldUse[];
  renamed: Map<string, string>;
}

const listed = (options: unknown): string[] => (Array.isArray(options) ? (options as string[]) : []);

interface Draft {
  field: FieldParts;
  note: string;
}

export async function openField(state: FormState, field?: Field, draft?: Draft): Promise<void> {
  const path = { form: state.id };
  const current = () => (field ? state.document!.form.fields.find(({ id }) => id === field.id) : undefined);
  const shown = store({ notice: '' });
  let broken: Broken = { uses: [], renamed: new Map() };
  const names = () => state.document!.form.fields.map(({ name }) => name);
  const source: Source = {
    document: () => documentOf(current() ?? field ?? BLANK),
    send: async (patch, tag) => {
      const { options, ...members } = (patch['field'] ?? {}) as UpdateFieldBody & { options?: Record<string, unknown> };
      const list = options?.['list'] as readonly string[] | undefined;
      await agreedField(state.id, current(), { ...(members as FieldChange), ...(list && { list }) });
      const edited = options ? { options: editedOptions((current() ?? BLANK).options, options) as never } : {};
      if (field) {
        const before = listed(current()?.options);
        const { data } = await state.write(
          (headers) => api.updateField({ path: { ...path, field: field.id }, headers, body: { ...members, ...edited } }),
          tag(),
        );
        broken = { uses: data.warning_details ?? [], renamed: renamedOptions(before, listed(data.options)) };
        return data;
      }
      const body = { name: '', type: 'string', required: false, ...members, ...edited } as CreateFieldBody;
      return state.write((headers) => api.createField({ path, headers, body }), tag());
    },
  };
  const edit = new FieldEdit(state, source, field ? null : names);
  const shownOptions = () => optionsFor(edit, state.document!.fields_locked && field !== undefined);
  if (draft) for (const option of shownOptions()) edit.type(option, textOf(option, valueAt(documentOf(draft.field), option.path)));
  const save = async () => {
    shown.notice = '';
    if (field && edit.typed.size === 0) return true;
    if (await edit.save(shownOptions())) return true;
    if (!field && edit.isConflict) shown.notice = CHANGED;
    return false;
  };
  const keep = async () => (await save()) && dialog.close();
  const remove = async (gone: Field) => {
    const kept = `Submissions keep the values that they have. New ones are no longer asked for it.${await sentWords(state.id, gone)}`;
    const text = [kept, namedIn(await usesOf(state.id, gone.id))].filter(Boolean).join(' ');
    if (!(await confirm({ title: `Delete ${gone.label ?? gone.name}?`, text, action: 'Delete' }))) return;
    try {
      await state.write((headers) => api.deleteField({ path: { ...path, field: gone.id }, headers }));
      dialog.close();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412) edit.failure = error;
      else
        shown.notice =
          'Somebody else has changed the form meanwhile. This is the field as it is now: delete it again if it should still go.';
    }
  };
  const content = () => html`
    ${state.isGone ? html`<p class="failed" role="alert">This field is gone: somebody has deleted it or the form.</p>` : nothing}
    ${field && state.document!.fields_locked ? html`<p class="muted">${LOCKED}</p>` : nothing}
    ${draft?.note ? html`<p class="muted">${draft.note}</p>` : nothing} ${optionControls(edit, shownOptions())}
    ${field ? conflict(edit, () => void keep()) : nothing}
    ${shown.notice ? html`<p class="warning" role="alert">${shown.notice}</p>` : nothing} ${edit.failure ? problem(edit.failure) : nothing}
    ${field ? html`<p><button type="button" class="row-action danger" @click=${() => void remove(field)}>Delete</button></p>` : nothing}
  `;
  const dialog = openForm({
    title: field ? `Edit ${field.label ?? field.name}` : 'Add field',
    ...{ action: 'Save', content, submit: save },
  });
  await dialog.closed;
  state.edits.delete(edit);
  if (broken.uses.length > 0) await offerChanges(state.id, broken.uses, broken.renamed);
}

const LOCKED =
  'Names and types are fixed since the form was turned on or has got a submission, so that what websites send keeps its meaning.';

function optionsFor(edit: FormEdit, isLocked: boolean): Option[] {
  const [label, name, type, required, check] = optionsOf([
    ['field.label', 'Label', 'what visitors read'],
    ['field.name', 'Field name', 'under which values are sent: small letters, digits and _', { isFixed: isLocked }],
    ['field.type', 'Type', '', { words: TYPES, isFixed: isLocked }],
    ['field.required', 'Required'],
    ['field.validation', 'Checked as'],
  ]);
  const chosen = edit.text(type!);
  const checks = checksFor(chosen);
  const offered = { ...check!, choices: { '': 'Nothing more', ...checks } };
  return [label!, name!, type!, required!, ...(Object.keys(checks).length > 0 ? [offered] : []), ...controlsFor(chosen)];
}

const TYPES = Object.fromEntries(Object.entries(TYPE_WORDS).map(([type, word]) => [type, capitalized(word)]));
