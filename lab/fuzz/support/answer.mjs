import { readFileSync } from 'node:fs';

const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
const CODES = new Set(document.components.schemas.ErrorCode.enum);
const REQUEST_ID = /^req_[0-9A-HJKMNP-TV-Z]{26}$/;

/** The rules of all answers that this one breaks, as sentences; there should be none. Adds the parsed body as `json`. */
export function answerFaults(answer) {
  const { status, headers, body } = answer;
  const isJson = /^application\/json/.test(headers['content-type'] ?? '');
  const faults = [];
  if (status >= 500 && status !== 503) faults.push(`The status is ${status}.`);
  if (!REQUEST_ID.test(headers['x-request-id'] ?? '')) faults.push('X-Request-Id is missing or malformed.');
  if (headers['x-content-type-options'] !== 'nosniff') faults.push('X-Content-Type-Options is missing.');
  if (isJson && body !== '') faults.push(...jsonFaults(answer));
  else if (status >= 400 && body !== '' && !headers['content-type']?.startsWith('text/html')) faults.push('An error is no JSON.');
  return faults;
}

function jsonFaults(answer) {
  try {
    answer.json = JSON.parse(answer.body);
  } catch {
    return ['The body is no JSON.'];
  }
  return answer.status >= 400 && !isReadiness(answer) ? envelopeFaults(answer) : [];
}

const isReadiness = ({ json }) => typeof json.status === 'string' && json.checks !== undefined;

function envelopeFaults({ headers, json }) {
  const { error, request_id: requestId, ...others } = json ?? {};
  const { code, message, details, ...more } = error ?? {};
  return [
    ...(CODES.has(code) ? [] : [`The error code ${JSON.stringify(code)} is not documented.`]),
    ...(typeof message === 'string' && message !== '' ? [] : ['The error has no message.']),
    ...(details !== null && typeof details === 'object' && !Array.isArray(details) ? [] : ['The error has no details.']),
    ...(requestId === headers['x-request-id'] ? [] : ['request_id differs from X-Request-Id.']),
    ...[...Object.keys(others), ...Object.keys(more)].map((name) => `The error has the member ${name}.`),
  ];
}
