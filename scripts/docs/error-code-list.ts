import { API_ERRORS } from '../../src/api/errors/api-error';
import { code, paragraphs, table } from './markdown';

/** `docs/error-codes.md`: every error code of the API, in the order of `API_ERRORS`, which is by status. */
export function errorCodeList(): string {
  const rows = Object.entries(API_ERRORS).map(([name, [status, message]]) => [code(name), String(status), message]);
  return `${paragraphs('# Error codes', INTRODUCTION, table(['code', 'status', 'default message'], rows), AFTERWORD)}\n`;
}

const INTRODUCTION = `This list is generated from the code ("npm run generate"). Handle errors by \`code\`; the message is for people, may be more specific than the one below, and may change. [The guide to the API](api-guide.md#order-of-checks) says in which order requests are checked, and \`/docs\` which codes an operation can answer with.`;

const AFTERWORD = `\`details\` is an object. It maps paths to messages for \`validation_failed\`, lists the errors of a definition for \`workflow_validation_failed\`, contains \`bucket\` and \`retry_after\` for \`rate_limit_exceeded\`, and is empty for most other codes. Error codes of runs and their steps, such as \`http_4xx\`, are listed in [workflows.md](workflows.md).`;
