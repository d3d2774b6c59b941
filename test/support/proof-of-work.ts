import { type Challenge, type Solution, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Api } from './api';

/** Fetches a challenge of the form, like a page. */
export async function aChallenge(api: Api, form: { id: string }): Promise<Challenge> {
  const answer = await api.as(null).get(`/api/v1/forms/${form.id}/challenge`);
  expect(answer.status).toBe(200);
  return answer.body as unknown as Challenge;
}

export const solutionOf = async (challenge: Challenge, counterStart = 0): Promise<Solution> =>
  (await solveChallenge({ challenge, deriveKey, counterStart }))!;

/** The text that a page sends as `_altcha`. */
export const answerText = (answer: unknown): string => Buffer.from(JSON.stringify(answer)).toString('base64');

export async function aSolvedChallenge(api: Api, form: { id: string }): Promise<string> {
  const challenge = await aChallenge(api, form);
  return answerText({ challenge, solution: await solutionOf(challenge) });
}
