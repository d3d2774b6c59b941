import { makeForms, NOWHERE, publishWorkflows, submitTo } from '../support/forms.mjs';
import { ratioGoal } from '../support/goals.mjs';
import { load } from '../support/load.mjs';
import { measured } from '../support/measured.mjs';

const UNSET = 'submissions with the default settings';
const OFF = 'submissions with all checks off';
const ON = 'submissions with all checks but siteverify on';

const SETTINGS = {
  [UNSET]: null,
  [OFF]: { honeypot: 'off' },
  [ON]: { honeypot: 'observe', too_fast: 'observe', links: 'observe', repeated_text: 'observe', proof_of_work: 'observe' },
};

/**
 * What the checks of spam cost, at a level that accepts, since a quarantined submission starts no run. The requests bring no solution of a
 * challenge, and all have one text, which is looked for and remembered each time.
 */
export const spam = {
  prepare: async (build) => {
    const api = await build.startApi();
    const forms = {};
    for (const [name, checks] of Object.entries(SETTINGS)) {
      forms[name] = await makeForms(api.client, 50);
      await publishWorkflows(api.client, forms[name], NOWHERE);
      for (const form of checks ? forms[name] : []) await set(api.client, form, checks);
    }
    return { build, api, forms };
  },

  service: ({ build, api, forms }) =>
    Object.fromEntries(
      Object.keys(SETTINGS).map((name) => [name, () => measured([api], build.postgres, () => load(api.url, submitTo(forms[name])))]),
    ),

  references: async () => ({}),

  goals: (results) => [
    ratioGoal(results, 'S1', 'all checks off : default settings', [OFF, UNSET], { atLeast: 0.98 }),
    ratioGoal(results, 'S2', 'all but siteverify on : all checks off', [ON, OFF], { atLeast: 0.85 }),
  ],
};

async function set({ call }, form, checks) {
  const path = `/v1/forms/${form}/settings`;
  const { etag } = await call('GET', path);
  await call('PATCH', path, { spam: checks }, { 'if-match': etag });
}
