import { type Call, etagOf } from './call.js';
import { ApiError } from './errors.js';
import type { Form, GetFormResult, UpdateFormBody } from './generated/api.js';
import { refuseUnknown } from './input.js';
import type { CallOptions } from './types.js';

const MAX_READS_AGAIN = 10;

type Change = (form: Form) => UpdateFormBody | undefined | Promise<UpdateFormBody | undefined>;

/** The method `edit` over the calls of a client. */
export function editor(calls: Record<string, Call>) {
  const latest = new Map<string, Promise<unknown>>(); // of each form
  return async (formId: string, change: Change, options: CallOptions = {}): Promise<GetFormResult> => {
    refuseUnknown('edit', 'option', options, ['signal', 'timeoutMs']);
    const result = (latest.get(formId) ?? Promise.resolve()).then(() => edit(calls, formId, change, options));
    const forget = () => latest.get(formId) === end && latest.delete(formId);
    const end: Promise<unknown> = result.then(forget, forget);
    latest.set(formId, end);
    return result;
  };
}

async function edit(calls: Record<string, Call>, id: string, change: Change, options: CallOptions) {
  let lost: { patch: object; revision: number } | null = null; // an edit whose answer was lost
  for (let readsAgain = 0; ; readsAgain++) {
    const read = (await calls['getForm']!({ path: { form: id } }, options)) as GetFormResult;
    if (lost && isEffectOf(lost, read.data)) return read;
    const patch = await change(read.data);
    if (patch === undefined) return read;
    const onLost = () => void (lost = { patch, revision: read.data.revision });
    try {
      const input = { path: { form: id }, headers: { 'If-Match': etagOf(read) }, body: patch };
      return (await calls['updateForm']!(input, { ...options, onLost })) as GetFormResult;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412) || readsAgain === MAX_READS_AGAIN) throw error;
    }
  }
}

/** Tells if the form is as an edit would have left it: its repetition is refused when the first attempt had arrived. */
function isEffectOf({ patch, revision }: { patch: object; revision: number }, form: Form): boolean {
  const isAsSent = ([name, value]: [string, unknown]) => JSON.stringify(value) === JSON.stringify(form[name as keyof Form]);
  return form.revision === revision + 1 && Object.entries(patch).every(isAsSent);
}
