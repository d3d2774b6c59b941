import { makeForms, NOWHERE, publishWorkflows } from '../support/forms.mjs';
import { figureGoal } from '../support/goals.mjs';
import { load } from '../support/load.mjs';
import { measured } from '../support/measured.mjs';
import { addRuns, RARE_STATUSES } from '../support/seed.mjs';

const RUNS = 1_000_000;

/** Each filter of the list of runs at a million runs, most of which do not match. */
export const filters = {
  rounds: 3,

  prepare: async (build) => {
    const api = await build.startApi();
    const [form] = await makeForms(api.client, 1);
    await publishWorkflows(api.client, [form], NOWHERE);
    const { submissionId, moments } = await addRuns(build.database, form, RUNS);
    return { build, api, form, submissionId, moments };
  },

  service: ({ build, api, form, ...samples }) =>
    Object.fromEntries(
      Object.entries(queriesFor(samples)).map(([name, query]) => {
        const path = `/v1/forms/${form}/workflow-runs?limit=50${query}`;
        const { authorization } = api.client.headers;
        const requests = { method: 'GET', paths: [path], headers: { authorization } };
        return [name, () => measured([api], build.postgres, () => load(api.url, requests, { connections: 1 }))];
      }),
    ),

  references: async () => ({}),

  goals: (results) =>
    results.names.map((of) =>
      figureGoal(results, { goal: 'P6', what: `ms of ${of}`, of, figure: 'meanMs', atMost: 10 }),
    ),
};

const queriesFor = ({ submissionId, moments }) => ({
  'runs, no filter': '',
  'runs that succeeded': '&status=succeeded',
  ...Object.fromEntries(RARE_STATUSES.map((status) => [`runs that are ${status}`, `&status=${status}`])),
  'runs, production': '&run_kind=production',
  'runs, tests': '&run_kind=test',
  'runs of a rare version': '&workflow_version=2',
  'runs of one submission': `&submission_id=${submissionId}`,
  'runs created after the newest but some': `&created_after=${moments.recent}`,
  'runs created before all but some': `&created_before=${moments.early}`,
  'runs with many points': '&min_compute_points=50',
  'runs with few points': '&max_compute_points=0',
  'runs with an uncertain delivery': '&delivery_uncertain=true',
  'runs of an old day that failed': `&status=failed&created_before=${moments.early}`,
});
