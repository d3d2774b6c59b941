import type { Field, NameUse } from 'form-collection-client';
import { api } from '../../api';
import { counted } from '../../english.rules';
import { confirm } from '../../elements/dialog';
import { maySee } from '../../session/rights';
import { CalledOff } from './before-saving';
import { changeText, type FieldChange } from './name-use.rules';

/** Asks before a change of a field that refuses what visitors have sent lately. Throws `CalledOff`. */
export async function agreedField(form: string, before: Field | undefined, change: FieldChange): Promise<void> {
  const name = before?.name ?? change.name;
  const use = name ? await useOf(form, name) : null;
  const text = use && changeText(before, change, use);
  if (text && !(await confirm({ title: 'Refuse such submissions?', text, action: 'Save' }))) throw new CalledOff();
}

/** A sentence about those who send a field that is to be deleted; empty if nobody does, or if it is not known. */
export async function sentWords(form: string, { name, label }: Field): Promise<string> {
  const use = await useOf(form, name);
  if (!use || use.with_value === 0) return '';
  return ` ${use.with_value} of ${counted(use.submissions, 'submission')} in the last 30 days sent ${label ?? name}.`;
}

/** The question is left out when the use cannot be read: it is a help, and no condition. */
async function useOf(form: string, name: string): Promise<NameUse | null> {
  if (!maySee('submissions:read')) return null;
  return api.getNameUse({ path: { form }, query: { name } }).then(
    ({ data }) => data,
    () => null,
  );
}
