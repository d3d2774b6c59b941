import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Submission } from '../../../src/index.js';
import type { Session } from '../session.js';
import { addTool, formId, READS } from '../tool.js';
import { visitorBlock } from './visitor-block.js';

const MOST_SUBMISSIONS = 20;
/** The longest text of a value in a list, and of a submission alone, in characters. */
const IN_LIST = 1_000;
const ALONE = 20_000;

const LIST = z.strictObject({
  form_id: formId,
  search: z.string().min(1).max(100).optional().describe('Words that the values have'),
  state: z.enum(['accepted', 'quarantined', 'all']).optional(),
  read_status: z.enum(['all', 'read', 'unread']).optional(),
  delivery: z.enum(['pending', 'failed', 'uncertain']).optional(),
  received_after: z.string().max(40).optional().describe('ISO 8601 with zone'),
  received_before: z.string().max(40).optional(),
  order: z.enum(['newest', 'oldest']).optional(),
  limit: z.number().int().min(1).max(MOST_SUBMISSIONS).optional(),
  cursor: z.string().max(256).optional().describe('Of the page before, with the same filters'),
});

const ONE = z.strictObject({ form_id: formId, submission_id: formId });

/** Adds the tools that list the submissions of a form, and read one. */
export function addSubmissionTools(server: McpServer, session: Session): void {
  const { client } = session.service;
  const list = {
    name: 'list_submissions',
    description: 'Lists submissions of a form. Long texts are cut.',
    input: LIST,
    annotations: READS,
  };
  addTool(server, session, list, async ({ form_id: form, limit = 10, ...filters }, signal) => {
    const { data, meta } = await client.listSubmissions({ path: { form }, query: { limit, ...filters } }, { signal });
    const end = meta.next_cursor ? `There are more, with the cursor ${meta.next_cursor}` : 'There are no more.';
    return data.length === 0 ? end : `${end}\n${visitorBlock(data.map(recordOf), IN_LIST)}`;
  });
  const one = { name: 'read_submission', description: 'Reads a submission with its deliveries.', input: ONE, annotations: READS };
  addTool(server, session, one, async ({ form_id: form, submission_id: submission }, signal) => {
    const { data } = await client.getSubmission({ path: { form, submission } }, { signal });
    const deliveries = data.deliveries.map(({ node_id, channel_type, status, error_code }) => ({
      node_id,
      channel_type,
      status,
      error_code,
    }));
    return visitorBlock([{ ...recordOf(data), deliveries }], ALONE);
  });
}

/** The words of the service come before those of the visitor, so that these are cut first. */
function recordOf({ id, received_at, source, state, spam_reasons, read_at, edited_at, ...sent }: Submission): object {
  const { fields, other_values, files } = sent;
  const named = files?.map(({ id: file, field, filename, size_bytes }) => ({ id: file, field, filename, size_bytes }));
  return {
    ...{ id, received_at, source, is_read: read_at !== null },
    ...(state && { state }),
    ...(spam_reasons && { spam_reasons: spam_reasons.map(({ detail }) => detail) }),
    ...(edited_at && { edited_at }),
    fields,
    ...(other_values && { other_values }),
    ...(named && { files: named }),
  };
}
