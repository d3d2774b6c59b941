// Keeps a copy of the submissions of a form in a file by following its changes, until it is killed. Arguments: address of the feed, API key and
// file. Whatever moment it is killed at, the file holds a copy with the cursor that belongs to it.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const [feed, key, file] = process.argv.slice(2);
const copy = JSON.parse(await readFile(file, 'utf8').catch(() => '{"cursor": "", "isComplete": false, "rows": {}}'));
process.stdin.on('end', () => process.exit()).resume();

for (;;) {
  const page = await nextPage().catch(() => null); // the service may be killed in the middle of its answer
  if (page) await take(page);
  if (!page || copy.isComplete) await pause(10);
}

async function nextPage() {
  const answer = await fetch(`${feed}?limit=9${copy.cursor && `&after=${copy.cursor}`}`, { headers: { authorization: `Bearer ${key}` } });
  return answer.status === 200 ? answer.json() : null;
}

async function take({ data, meta }) {
  for (const { submission_id: id, submission } of data) {
    if (submission) copy.rows[id] = { state: submission.state, isRead: submission.read_at !== null };
    else delete copy.rows[id];
  }
  Object.assign(copy, { cursor: meta.next_cursor, isComplete: !meta.has_more });
  await writeFile(`${file}.new`, JSON.stringify(copy));
  await rename(`${file}.new`, file);
}
