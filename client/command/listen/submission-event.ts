import { standardBody } from '../../../src/workflows/nodes/standard-body.rules.js';
import type { ChangedSubmission, Client, DeliveredFile } from '../../src/index.js';

/** The run of an event that no workflow has sent. */
const NO_RUN = { id: '00000000-0000-0000-0000-000000000000', workflow_version: null };

/** The body of a standard webhook about a submission, as a workflow that changes nothing would send it. */
export async function eventBody(
  client: Client,
  form: { id: string; name: string },
  submission: ChangedSubmission,
  signal: AbortSignal,
): Promise<string> {
  const files = submission.has_files ? await linkedFiles(client, form.id, submission.id, signal) : [];
  const { fields, other_values: other = {}, other_values_dropped: dropped = [] } = submission;
  return JSON.stringify(standardBody({ submission, form, run: NO_RUN, fields, other, other_values_dropped: dropped, files }));
}

async function linkedFiles(client: Client, form: string, submission: string, signal: AbortSignal): Promise<DeliveredFile[]> {
  const { data } = await client.listFiles({ path: { form, submission } }, { signal });
  const linked: DeliveredFile[] = [];
  for (const { created_at: _, ...file } of data) {
    const { data: link } = await client.createFileLink({ path: { form, submission, file: file.id }, body: {} }, { signal });
    linked.push({ ...file, url: link.url, url_expires_at: link.expires_at });
  }
  return linked;
}
