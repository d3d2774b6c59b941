import { setTimeout as pause } from 'node:timers/promises';
import { makeForms, NOWHERE, publishWorkflows, submitTo } from '../support/forms.mjs';
import { load } from '../support/load.mjs';
import { measured } from '../support/measured.mjs';
import { startUp } from './processes.mjs';

const MB = 1_000_000;

/** The API of two builds, with requests that both of them understand. The runs have a case of their own. */
export const change = {
  rounds: 6,

  prepare: async (build) => {
    const api = await build.startApi();
    const forms = await makeForms(api.client, 200);
    await publishWorkflows(api.client, forms, NOWHERE);
    return { build, api, forms, plain: await makeForms(api.client, 200) };
  },

  service: ({ build, api, forms, plain }) => {
    const under = (requests, size) => async () => {
      const { mb: _, ...figures } = await measured([api], build.postgres, () => load(api.url, requests, size));
      return figures;
    };
    const { authorization } = api.client.headers;
    const read = { method: 'GET', paths: [`/v1/forms/${plain[0]}`], headers: { authorization } };
    return {
      'submissions that start a run, 200 forms': under(submitTo(forms)),
      'submissions that start a run, one form': under(submitTo(forms.slice(0, 1))),
      'submissions with a key that start a run': under(submitTo(forms, { withKeys: true })),
      'submissions without a workflow': under(submitTo(plain)),
      'one form, 8 connections': under(read, { connections: 8 }),
      'one form, 64 connections': under(read),
      'the process after these loads': () => ({ mb: api.residentMemory() / MB }),
      'a process that has just started': async () => {
        await pause(SETTLING_MS); // of the loads before
        return startUp(build);
      },
    };
  },
};

const SETTLING_MS = 500;
