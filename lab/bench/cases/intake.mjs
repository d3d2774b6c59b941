import { makeForms, NOWHERE, publishWorkflows, SUBMISSION, submitTo } from '../support/forms.mjs';
import { figureGoal, ratioGoal } from '../support/goals.mjs';
import { load } from '../support/load.mjs';
import { measured } from '../support/measured.mjs';
import { startReference } from '../support/references.mjs';

const WITH_RUNS = 'submissions that start a run, 200 forms';
const ONE_FORM = 'submissions that start a run, one form';
const WITH_KEYS = 'submissions with a key that start a run';
const WITHOUT_RUNS = 'submissions without a workflow';
const UNCHECKED = 'submissions with all checks of spam off';
const CHECKED = 'submissions with all checks but siteverify on';
const EXPRESS = 'Express that only parses the body';
const NEST = 'NestJS with one prepared insert';

/**
 * Accepted submissions, which are validated, written durably and counted, and most of which start a run. No worker is there, so the runs
 * stay where they are.
 */
export const intake = {
  prepare: async (build) => {
    const api = await build.startApi();
    const forms = await makeForms(api.client, 200);
    await publishWorkflows(api.client, forms, NOWHERE);
    const checked = {};
    for (const [name, spam] of Object.entries(CHECKS)) {
      checked[name] = await makeForms(api.client, 50);
      await publishWorkflows(api.client, checked[name], NOWHERE);
      for (const form of checked[name]) await api.client.call('PATCH', `/v1/forms/${form}/settings`, { spam }, { 'if-match': '*' });
    }
    return { build, api, forms, checked, plain: await makeForms(api.client, 200) };
  },

  service: ({ build, api, forms, checked, plain }) => {
    const accepted = (requests) => () => measured([api], build.postgres, () => load(api.url, requests));
    return {
      [WITH_RUNS]: accepted(submitTo(forms)),
      [ONE_FORM]: accepted(submitTo(forms.slice(0, 1))),
      [WITH_KEYS]: accepted(submitTo(forms, { withKeys: true })),
      [WITHOUT_RUNS]: accepted(submitTo(plain)),
      ...Object.fromEntries(Object.entries(checked).map(([name, ids]) => [name, accepted(submitTo(ids))])),
    };
  },

  references: async ({ build }) => {
    const express = await startReference('express');
    const nest = await startReference('nest', { DATABASE_URL: await build.postgres.createDatabase('plain') });
    return {
      [EXPRESS]: () => measured([express], null, () => load(express.url, PLAIN)),
      [NEST]: () => measured([nest], build.postgres, () => load(nest.url, PLAIN)),
    };
  },

  goals: (results) => [
    ratio(results, 'P1', 'submissions : Express that only parses the body', WITH_RUNS, EXPRESS, 0.33),
    ratio(results, 'P1', 'submissions : NestJS with one insert', WITH_RUNS, NEST, 1),
    figureGoal(results, 'P1', 'µs of a submission', [WITH_RUNS, 'cpuUs'], { atMost: 600 }),
    ratio(results, 'P1b', 'without a workflow : Express', WITHOUT_RUNS, EXPRESS, 0.4),
    ratio(results, 'P1b', 'without a workflow : NestJS with one insert', WITHOUT_RUNS, NEST, 1.3),
    ratio(results, 'P1c', 'with an idempotency key : without', WITH_KEYS, WITH_RUNS, 0.85),
    ratio(results, 'P2', 'to one form : to 200 forms', ONE_FORM, WITH_RUNS, 0.95),
    ratioGoal(results, 'P3', '99th percentile of submissions : of Express', [WITH_RUNS, EXPRESS], { figure: 'p99', atMost: 3 }),
    ratio(results, 'S1', 'all checks of spam off : default settings', UNCHECKED, WITH_RUNS, 0.98),
    ratio(results, 'S2', 'all checks but siteverify on : all off', CHECKED, UNCHECKED, 0.85),
    figureGoal(results, 'P8', 'MB of an API process under load', [WITH_RUNS, 'mb'], { atMost: 300 }),
  ],
};

/** The level accepts, since a quarantined submission starts no run. All have one text, which is looked for and remembered each time. */
const CHECKS = {
  [UNCHECKED]: { honeypot: 'off' },
  [CHECKED]: { honeypot: 'observe', too_fast: 'observe', links: 'observe', repeated_text: 'observe', proof_of_work: 'observe' },
};

const PLAIN = { method: 'POST', paths: ['/submit'], headers: { 'content-type': 'application/json' }, body: SUBMISSION };

const ratio = (results, goal, what, of, to, atLeast) => ratioGoal(results, goal, what, [of, to], { atLeast });
