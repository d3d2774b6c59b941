import { makeForms, NOWHERE, publishWorkflows, SUBMISSION, submitTo } from '../support/forms.mjs';
import { figureGoal, ratioGoal } from '../support/goals.mjs';
import { load } from '../support/load.mjs';
import { measured } from '../support/measured.mjs';
import { startReference } from '../support/references.mjs';

const WITH_RUNS = 'submissions that start a run, 200 forms';
const ONE_FORM = 'submissions that start a run, one form';
const WITH_KEYS = 'submissions with a key that start a run';
const WITHOUT_RUNS = 'submissions without a workflow';
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
    return { build, api, forms, plain: await makeForms(api.client, 200) };
  },

  service: ({ build, api, forms, plain }) => {
    const accepted = (requests) => () => measured([api], build.postgres, () => load(api.url, requests));
    return {
      [WITH_RUNS]: accepted(submitTo(forms)),
      [ONE_FORM]: accepted(submitTo(forms.slice(0, 1))),
      [WITH_KEYS]: accepted(submitTo(forms, { withKeys: true })),
      [WITHOUT_RUNS]: accepted(submitTo(plain)),
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
    figureGoal(results, 'P8', 'MB of an API process under load', [WITH_RUNS, 'mb'], { atMost: 300 }),
  ],
};

const PLAIN = { method: 'POST', paths: ['/submit'], headers: { 'content-type': 'application/json' }, body: SUBMISSION };

const ratio = (results, goal, what, of, to, atLeast) => ratioGoal(results, goal, what, [of, to], { atLeast });
