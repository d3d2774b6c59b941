import { parse } from 'content-type';

export interface MediaType {
  /** In lower case, without parameters. */
  type: string;
  /** False when the header names another charset than UTF-8. JSON (RFC 8259) defines no charset parameter, so it may be absent. */
  isUtf8: boolean;
}

/** The media type in a Content-Type header (RFC 9110); null when there is none or it is malformed. */
export function mediaTypeOf(header: string | undefined): MediaType | null {
  if (header === undefined) return null;
  const { type, parameters } = parse(header);
  if (!MEDIA_TYPE.test(type)) return null;
  return { type, isUtf8: (parameters['charset'] ?? 'utf-8').toLowerCase() === 'utf-8' };
}

const MEDIA_TYPE = /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/;
