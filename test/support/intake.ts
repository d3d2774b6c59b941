import { PageTokens } from '../../src/intake/page-tokens';
import type { SubmissionView } from '../../src/submissions/submission-view.dto';
import type { Answer, Api } from './api';
import type { Instance } from './app';
import { submit } from './forms';

export const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' };

/** Submits what a browser sends for a form of a page, in the order of the pairs. */
export const submitPairs = (
  api: Api,
  form: { id: string },
  pairs: [string, string][],
  headers: Record<string, string> = {},
): Promise<Answer> => submit(api, form, new URLSearchParams(pairs).toString(), { ...URLENCODED, ...headers });

/** Everything that the form holds, newest first. */
export async function storedIn(api: Api, form: { id: string }): Promise<SubmissionView[]> {
  const answer = await api.get<SubmissionView[]>(`/v1/forms/${form.id}/submissions?limit=50`);
  expect(answer.status).toBe(200);
  return answer.body.data;
}

/** The fields of the only submission that the form holds. */
export async function onlyFieldsIn(api: Api, form: { id: string }): Promise<Record<string, unknown>> {
  const stored = await storedIn(api, form);
  expect(stored).toHaveLength(1);
  return stored[0]!.fields;
}

/** What the hosted page of a form would carry. */
export const nonceFor = ({ app }: Instance, form: { id: string }): string => app.get(PageTokens).issue(form.id);
