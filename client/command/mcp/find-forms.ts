import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { plain } from '../plain.js';
import type { Session } from './session.js';
import { addTool, READS } from './tool.js';

const MOST_FORMS = 50;

/** Adds a tool that finds forms by their names. It tells no numbers, since those of submissions are no concern of an agent that builds. */
export function addFindForms(server: McpServer, session: Session): void {
  const input = z.strictObject({ name: z.string().max(100).optional().describe('Part of the name; all forms without it') });
  const options = { name: 'find_forms', description: 'Finds forms by name: id, status, name.', input, annotations: READS };
  addTool(server, session, options, async ({ name }, signal) => {
    const query = { limit: MOST_FORMS, ...(name && { search: name }) };
    const { data, meta } = await session.service.client.listForms({ query }, { signal });
    const lines = data.map((form) => `${form.id} ${form.status} ${plain(form.name)}`);
    if (meta.next_cursor) lines.push(`There are more than ${MOST_FORMS}. Search for a longer part of the name.`);
    return lines.join('\n') || 'There is no such form that the key sees.';
  });
}
