import { makeForms, NOWHERE, publishWorkflows } from '../support/forms.mjs';
import { figureGoal } from '../support/goals.mjs';
import { load } from '../support/load.mjs';
import { measured } from '../support/measured.mjs';
import { addOtherRuns, addRuns, addSubmissions, RARE_STATUSES } from '../support/seed.mjs';

const ROWS = 1_000_000;
const OTHER_RUNS = 300_000;
const OTHER_FORMS = 20;

/**
 * Each filter of the lists of runs and of submissions at a million rows, most of which do not match. The warm-up alone sends each request
 * hundreds of times over one connection, so that prepared statements have the plan that PostgreSQL keeps from the sixth execution on.
 */
export const filters = {
  rounds: 3,

  prepare: async (build) => {
    const api = await build.startApi();
    const [form, ...others] = await makeForms(api.client, 1 + OTHER_FORMS);
    await publishWorkflows(api.client, [form], NOWHERE);
    const { submissionId, moments } = await addRuns(build.database, form, ROWS);
    await addOtherRuns(build.database, others, OTHER_RUNS);
    await addSubmissions(build.database, form, ROWS);
    return { build, api, form, submissionId, moments };
  },

  service: ({ build, api, form, ...samples }) => {
    const { authorization } = api.client.headers;
    const measurement = (path) => {
      const requests = { method: 'GET', paths: [path], headers: { authorization } };
      return () => measured([api], build.postgres, () => load(api.url, requests, { connections: 1 }));
    };
    const ofList = (list, queries) =>
      Object.entries(queries).map(([name, query]) => [name, measurement(`/v1/forms/${form}/${list}?limit=50${query}`)]);
    return Object.fromEntries([...ofList('workflow-runs', runQueries(samples)), ...ofList('submissions', submissionQueries(samples))]);
  },

  references: async () => ({}),

  goals: (results) => results.names.map((of) => figureGoal(results, { goal: 'P6', what: `ms of ${of}`, of, figure: 'meanMs', atMost: 10 })),
};

const runQueries = ({ submissionId, moments }) => ({
  'runs, no filter': '',
  'runs that succeeded': '&status=succeeded',
  ...Object.fromEntries(RARE_STATUSES.map((status) => [`runs that are ${status}`, `&status=${status}`])),
  'runs, production': '&run_kind=production',
  'runs, tests': '&run_kind=test',
  'runs of the usual version': '&workflow_version=1',
  'runs of a rare version': '&workflow_version=2',
  'runs of a version of other forms': '&workflow_version=3',
  'runs of one submission': `&submission_id=${submissionId}`,
  'runs created after the newest but some': `&created_after=${moments.recent}`,
  'runs created before all but some': `&created_before=${moments.early}`,
  'runs with many points': '&min_compute_points=50',
  'runs with few points': '&max_compute_points=0',
  'runs with points of other forms': '&min_compute_points=20&max_compute_points=40',
  'runs with an uncertain delivery': '&delivery_uncertain=true',
  'runs of an old day that failed': `&status=failed&created_before=${moments.early}`,
});

const submissionQueries = ({ moments }) => ({
  'submissions, no filter': '',
  'submissions that are unread': '&read_status=unread',
  'submissions that are read': '&read_status=read',
  'submissions of pages': '&source=form_submit',
  'submissions of servers': '&source=api',
  'submissions of the hosted page': '&source=hosted_form',
  'submissions of servers that are unread': '&source=api&read_status=unread',
  'submissions of pages that are read': '&source=form_submit&read_status=read',
  'submissions received after the newest but some': `&received_after=${moments.recent}`,
  'submissions received before all but some': `&received_before=${moments.early}`,
  'submissions of servers, received before all but some': `&source=api&received_before=${moments.early}`,
});
