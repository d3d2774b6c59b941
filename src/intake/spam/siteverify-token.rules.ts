import type { FormSettings } from '../../forms/settings/form-settings.dto';
import type { SubmittedValues } from '../../fields/values/submitted-fields.rules';
import { activeProvider } from './siteverify-providers.rules';

/** What was sent without the token of the provider that the form asks, which is a control field then and no value; and the token. */
export function withoutToken(sent: SubmittedValues, settings: FormSettings): { fields: SubmittedValues; token: string | null } {
  const provider = activeProvider(settings);
  if (!provider) return { fields: sent, token: null };
  const { control, aliases } = provider;
  const names = new Set([control, ...aliases]);
  if (sent.encoding === 'json') {
    const values = Object.fromEntries(Object.entries(sent.values).filter(([name]) => !names.has(name)));
    const token = Object.hasOwn(sent.values, control) ? sent.values[control] : null;
    return { fields: { ...sent, values }, token: typeof token === 'string' && token !== '' ? token : null };
  }
  const { texts, lists } = sent.form;
  const form = {
    texts: new Map([...texts].filter(([name]) => !names.has(name))),
    lists: new Set([...lists].filter((name) => !names.has(name))),
  };
  return { fields: { ...sent, form }, token: texts.get(control)?.find((text) => text !== '') ?? null };
}
