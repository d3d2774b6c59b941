import type { McpServer, ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Session } from './session.js';
import { wordsOfError } from './tool-errors.js';

export interface ToolOptions<Input extends z.ZodObject> {
  name: string;
  description: string;
  input: Input;
  annotations: ToolAnnotations;
}

/** Reads, and may be called as often as one likes. */
export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

export const formId = z.string().regex(/^[0-9a-f-]{36}$/);

/** Adds a tool that answers with a text. What it throws is told to the agent as an error, in words. */
export function addTool<Input extends z.ZodObject>(
  server: McpServer,
  session: Session,
  { name, description, input, annotations }: ToolOptions<Input>,
  answer: (input: z.infer<Input>, signal: AbortSignal) => Promise<string>,
): void {
  const inputSchema: z.ZodObject = input;
  server.registerTool(name, { description, inputSchema, annotations }, async (given, { mcpReq: { signal } }) => {
    try {
      return { content: [{ type: 'text', text: await answer(given as z.infer<Input>, signal) }] };
    } catch (error) {
      return { content: [{ type: 'text', text: await wordsOfError(error, session) }], isError: true };
    }
  });
}
