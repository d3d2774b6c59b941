import { expectEqual, listOf, makeSmokeForm, submitFile, untilEqual } from './visitors.mjs';

const SUBMISSIONS = 100;

/** Submits with files, and sees the submissions, the files in the store, the runs and the mails. */
export async function use({ base, client, mailBase, installation }, say) {
  const form = await makeSmokeForm(client, 'Smoke');
  for (let number = 1; number <= SUBMISSIONS; number += 1) {
    const { status, reply } = await submitFile(base, form, `file ${number}`);
    expectEqual(`the status of a submission, which is answered ${reply},`, status, 201);
  }
  const submissions = await listOf(client, `/v1/forms/${form}/submissions`);
  expectEqual('the number of submissions', submissions.length, SUBMISSIONS);
  const texts = await Promise.all(submissions.map(({ id }) => textOfFile(client, base, form, id)));
  expectEqual('the number of different files', new Set(texts).size, SUBMISSIONS);
  for (const api of installation.allOf('api'))
    expectEqual(`the files that are left in ${api.name}`, await installation.exec(api, 'find', '/data', '-type', 'f'), '');
  await untilEqual('the runs that have succeeded', SUBMISSIONS, () => countRuns(client, 'succeeded'));
  await untilEqual('the mails', SUBMISSIONS, () => countMails(mailBase));
  say(`${SUBMISSIONS} submissions are there, with their files in the store, their runs and their mails.`);
}

async function textOfFile(client, base, form, submission) {
  const path = `/v1/forms/${form}/submissions/${submission}/files`;
  const { data } = await client.call('GET', path);
  const answer = await fetch(`${base}${path}/${data[0].id}`, { headers: client.headers });
  expectEqual('the status of a file', answer.status, 200);
  return answer.text();
}

/** The number of runs of all forms with this status. */
export async function countRuns(client, status) {
  return (await listOf(client, '/v1/workflow-runs', `&status=${status}`)).length;
}

/** Mailpit tells the total, and a stand-in may give all of them. */
async function countMails(mailBase) {
  const mails = await (await fetch(`${mailBase}/api/v1/messages`)).json();
  return mails.total ?? mails.length;
}
