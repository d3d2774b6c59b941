import { parseJson } from '../../api/body/parse-json';
import { ApiError } from '../../api/errors/api-error';

/** JSON in a line or in a value of a file, by the rules of request bodies, which bound its depth; or the rule that it breaks. */
export function jsonPart(text: string, part: 'line' | 'value'): { value: unknown } | { error: string } {
  try {
    return { value: parseJson(Buffer.from(text)) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { error: error.message.replace('request body', part).replace('line 1, ', '') };
  }
}
