import { parseJson } from '../../api/body/parse-json';
import { ApiError, type FieldError } from '../../api/errors/api-error';
import { isListOfNames, OTHER_VALUES_DROPPED } from '../../fields/values/other-values.rules';
import { isJsonObject } from '../../platform/json/json.rules';
import { type FileRecord, type FileRow, MAX_RECORD_LENGTH, type SentRow, TOO_LONG } from './import.types';

/** Yields the submissions of newline-delimited JSON: objects with `fields` and optionally `received_at` and `source_id`. */
export async function* ndjsonRows(parts: AsyncIterable<string>): AsyncGenerator<FileRow, void, undefined> {
  for await (const record of linesOf(parts)) {
    if (!('error' in record) && record.value.trim() === '') continue;
    const row = 'error' in record ? [{ path: 'body', message: record.error }] : rowOf(record.value);
    if (row !== 'summary') yield { line: record.line, read: () => row };
  }
}

/** Yields lines that end with LF or CRLF. A line that is too long yields an error and is not kept in memory. */
async function* linesOf(parts: AsyncIterable<string>): AsyncGenerator<FileRecord<string>> {
  let line = 1;
  let text = '';
  let isTooLong = false;
  const ended = (): FileRecord<string> => (isTooLong ? { line, error: TOO_LONG } : { line, value: text });
  for await (const part of parts) {
    const [first, ...others] = part.split('\n');
    text += isTooLong ? '' : first!;
    for (const next of others) {
      isTooLong ||= text.length > MAX_RECORD_LENGTH;
      yield ended();
      [line, text, isTooLong] = [line + 1, next, false];
    }
    if (text.length > MAX_RECORD_LENGTH) [text, isTooLong] = ['', true];
  }
  if (text !== '' || isTooLong) yield ended();
}

/** Reads a line. Lines of the service's own exports have more members, and the last one may be a summary. */
function rowOf(line: string): SentRow | FieldError[] | 'summary' {
  const json = jsonPart(line, 'line');
  if ('error' in json) return [{ path: 'body', message: json.error }];
  const { value } = json;
  if (!isJsonObject(value)) return [{ path: 'body', message: 'This line must be an object.' }];
  if (Object.keys(value).join() === 'summary') return 'summary';
  const unknown = Object.keys(value).filter((name) => !MEMBERS.has(name));
  if (unknown.length > 0) return unknown.slice(0, 10).map((path) => ({ path, message: 'This member is not known.' }));
  const {
    fields: values,
    other_values: otherValues = {},
    other_values_dropped: dropped,
    received_at: receivedAt,
    source_id: sourceId,
  } = value;
  if (!isJsonObject(values)) return [{ path: 'fields', message: 'This member must be an object.' }];
  if (!isJsonObject(otherValues)) return [{ path: 'other_values', message: 'This member must be an object.' }];
  if (dropped !== undefined && !isListOfNames(dropped))
    return [{ path: OTHER_VALUES_DROPPED, message: 'This member must be a list of names.' }];
  return {
    values,
    otherValues,
    otherValuesDropped: dropped,
    receivedAt: receivedAt ?? undefined,
    sourceId: sourceId ?? undefined,
    errors: [],
  };
}

const MEMBERS: ReadonlySet<string> = new Set([
  ...['fields', 'other_values', OTHER_VALUES_DROPPED, 'received_at', 'source_id'],
  ...['id', 'form_id', 'source', 'imported_at', 'read_at', 'has_files', 'file_count', 'files', 'deliveries', 'created_at'],
  ...['state', 'spam_reasons', 'released_at', 'form_name', 'address_confirmed_at', 'edited_at', 'edited_by', 'deleted_at'],
]);

/** Parses JSON by the rules for request bodies, which limit its depth. Returns the violated rule for other texts. */
export function jsonPart(text: string, part: 'line' | 'value'): { value: unknown } | { error: string } {
  try {
    return { value: parseJson(Buffer.from(text)) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { error: error.message.replace('request body', part).replace('line 1, ', '') };
  }
}
