import type { FieldError } from '../../api/errors/api-error';
import { isJsonObject } from '../../platform/json/json.rules';

export const faultIf = (isFaulty: boolean, path: string, message: string): FieldError[] => (isFaulty ? [{ path, message }] : []);

export const entriesOf = (value: unknown): [string, unknown][] => (isJsonObject(value) ? Object.entries(value) : []);
