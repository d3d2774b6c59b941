import { PassThrough } from 'node:stream';
import { Client, type JSONRPCMessage, ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client';
import { runCommand } from '../../client/command/program.js';
import { atEnd } from './at-end';

/** The answer of a tool. */
export interface ToolAnswer {
  text: string;
  isError: boolean;
}

/** A program with an agent in it, which has started `form-collection mcp`. */
export interface AgentHost {
  client: Client;
  /** All that the command has written to standard output. */
  output(): string;
  errors(): string;
  call(tool: string, input?: object): Promise<ToolAnswer>;
  /** Ends the input of the command, and resolves with its exit code. */
  end(): Promise<number>;
}

/** Starts the command in this process, and connects the client of the protocol to it. */
export async function anAgentHost(service: { baseUrl: string }, mode: 'build' | 'read', key: string): Promise<AgentHost> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const written = { stdout: '', stderr: '' };
  stdout.on('data', (chunk: Buffer) => (written.stdout += chunk.toString()));
  const stderr = { write: (text: string) => (written.stderr += text) };
  const env = { FORM_COLLECTION_URL: service.baseUrl, FORM_COLLECTION_KEY: key };
  const code = runCommand(['mcp', '--allow', mode], { stdin, stdout, stderr, env, cwd: '/' });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new Streams(stdout, stdin));
  const end = async () => {
    stdin.end();
    return code;
  };
  atEnd(end);
  return { client, output: () => written.stdout, errors: () => written.stderr, call: (tool, input) => call(client, tool, input), end };
}

async function call(client: Client, name: string, input: object = {}): Promise<ToolAnswer> {
  const { content, isError } = await client.callTool({ name, arguments: input as Record<string, unknown> });
  const texts = content.map((part) => (part.type === 'text' ? part.text : ''));
  return { text: texts.join('\n'), isError: isError === true };
}

export interface VisitorBlock {
  before: string;
  marker: string;
  records: { id: string }[];
  after: string;
}

/** The block of an answer with texts of visitors. Each of its lines is a JSON object without angle brackets. */
export function blockIn(text: string): VisitorBlock {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => /^<visitors-[0-9a-f]{32}>$/.test(line));
  const marker = lines[start]!;
  const end = lines.lastIndexOf(marker.replace('<', '</'));
  expect([start > 0, end]).toEqual([true, lines.length - 1]);
  const inside = lines.slice(start + 1, end);
  expect(inside.filter((line) => /[<>]/.test(line))).toEqual([]);
  const records = inside.map((line) => JSON.parse(line) as { id: string });
  return { before: lines.slice(0, start).join('\n'), marker, records, after: lines.slice(end + 1).join('\n') };
}

class Streams implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  private readonly buffer = new ReadBuffer();

  constructor(
    private readonly input: PassThrough,
    private readonly output: PassThrough,
  ) {}

  async start(): Promise<void> {
    this.input.on('data', (chunk: Buffer) => {
      this.buffer.append(chunk);
      for (let message = this.buffer.readMessage(); message; message = this.buffer.readMessage()) this.onmessage?.(message);
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.output.write(serializeMessage(message));
  }

  async close(): Promise<void> {
    this.output.end();
    this.onclose?.();
  }
}
