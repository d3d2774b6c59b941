import { isJsonObject } from '../../../src/platform/json/json.rules.js';
import { ApiError } from '../../src/index.js';
import { faultOf, lineOf } from '../faults.js';
import { plain } from '../plain.js';
import type { Session } from './session.js';

const MOST_LINES = 30;
const MOST_CHARACTERS = 500;

/** Tells an agent in words why a tool has failed. Faults of the command itself are told to the person who started it. */
export async function wordsOfError(error: unknown, session: Session): Promise<string> {
  const lines = [...linesOf(error, session), ...(await rightsAfter(error, session))];
  const told = lines.slice(0, MOST_LINES).map((line) => plain(line).slice(0, MOST_CHARACTERS));
  return [...told, ...(lines.length > MOST_LINES ? [`(${lines.length - MOST_LINES} more)`] : [])].join('\n');
}

function linesOf(error: unknown, { run }: Session): string[] {
  try {
    return [...faultOf(error).mistakes.map(lineOf), ...(error instanceof ApiError ? detailsOf(error as ApiError) : [])];
  } catch {
    run.terminal.stderr.write(`mcp: ${plain((error as Error).message)}\n`);
    return ['The tool has failed. The person who started it finds the reason where it writes its errors.'];
  }
}

/** The places of what the service refuses: paths of members, or nodes of a workflow. */
function detailsOf({ code, details }: ApiError): string[] {
  if (code === 'validation_failed') return Object.entries(details).map(([path, messages]) => `${path}: ${[messages].flat().join(', ')}`);
  const items: unknown[] = code === 'workflow_validation_failed' && Array.isArray(details['items']) ? details['items'] : [];
  return items
    .filter(isJsonObject)
    .map(({ message, node_id: node, path }) => `${node ? `${[node, path].filter(Boolean).join(' ')}: ` : ''}${String(message)}`);
}

/** Rights may have been taken from the key since the start. */
async function rightsAfter(error: unknown, { service }: Session): Promise<string[]> {
  const { cause } = error as { cause?: unknown };
  const refusal = error instanceof ApiError ? error : cause;
  if (!(refusal instanceof ApiError) || ![401, 403].includes(refusal.status)) return [];
  try {
    const { data } = await service.client.getCapabilities();
    return [`The key now has ${data.scopes.join(', ')}${data.writes_enabled ? '' : ', and may not write'}.`];
  } catch (failure) {
    return faultOf(failure).mistakes.map(lineOf);
  }
}
