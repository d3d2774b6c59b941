import type { RunOfForm } from 'form-collection-client';
import { api } from '../../api';
import type { Workflow } from '../../elements/failures';

/** Turns a channel on again and sends all that has failed there, batch by batch. Resolves with a sentence about the result. */
export async function sendAllAgain({ form_id: form }: RunOfForm, node: string, workflow: Workflow): Promise<string> {
  let [retried, refused]: [number, number] = [0, 0];
  let before: string | null = null;
  do {
    const { data } = await api.sendAllAgain({ path: { form, node }, body: { workflow, ...(before !== null && { before }) } });
    [retried, refused, before] = [retried + data.retried, refused + data.refused.length, data.before];
  } while (before !== null);
  const sent = retried === 1 ? '1 submission is sent again.' : `${retried || 'No'} submissions are sent again.`;
  const left = refused === 1 ? '1 is left as it is: it may have arrived.' : `${refused} are left as they are: they may have arrived.`;
  return refused === 0 ? `It is on again. ${sent}` : `It is on again. ${sent} ${left}`;
}
