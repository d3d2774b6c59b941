import { FILE_TYPE_GROUPS, type AllowedFileType } from './allowed-file-types.rules';
import { extensionOf } from './file-name.rules';

/** The findings in the bytes of a file. */
export interface FileContent {
  /** In bytes. */
  size: number;
  /** The media type that the signature tells, or null for bytes without a known signature. */
  signature: string | null;
  /** Valid UTF-8 without NUL. */
  isText: boolean;
}

export type FileTypeDecision =
  | { isAccepted: true; mediaType: string }
  /** `message` is a validation message with the stable `code` of its reason; `found` is the media type of the content. */
  | { isAccepted: false; code: FileTypeErrorCode; message: string; found: string };

type FileTypeErrorCode = 'file_type_not_accepted' | 'file_type_not_allowed' | 'file_empty' | 'file_content_differs';

/**
 * Decides over a file by the extension of its name, which programs open it by, and by its content, which must agree. What the client
 * claims in `Content-Type` counts for nothing. `accept` is the list of the field, null where it has none.
 */
export function fileTypeDecision(filename: string, content: FileContent, accept: readonly string[] | null): FileTypeDecision {
  const type = typeOf(extensionOf(filename));
  const found = foundType(content, type);
  const refused = (code: FileTypeErrorCode, message: string): FileTypeDecision => ({ isAccepted: false, code, message, found });

  if (accept && !(type && isNamed(type, accept)))
    return refused('file_type_not_accepted', `This file must be of one of the types ${accept.join(', ')}.`);
  if (!type || (!accept && type.mustBeNamed)) return refused('file_type_not_allowed', typeNotAllowed(filename));
  if (content.size === 0) return refused('file_empty', 'This file must not be empty.');
  if (!isRecognised(type, content)) {
    return refused(
      'file_content_differs',
      `This file must contain what its extension ${extensionOf(filename)} says, but ${found} was found.`,
    );
  }
  return { isAccepted: true, mediaType: type.mediaType };
}

/** True when an entry of an `accept` list names any type that can be accepted, so that it is of use. */
export const isUsefulAcceptEntry = (entry: string): boolean => TYPES.some((type) => isNamed(type, [entry]));

type KnownType = AllowedFileType & { mustBeNamed: boolean };

const TYPES: readonly KnownType[] = FILE_TYPE_GROUPS.flatMap(({ mustBeNamed, types }) => types.map((type) => ({ ...type, mustBeNamed })));

const typeOf = (extension: string): KnownType | undefined => TYPES.find((type) => type.extensions.includes(extension));

/** Matches as HTML does: an extension, a media type, or a group such as `image/*`. A group does not name archives. */
function isNamed(type: KnownType, accept: readonly string[]): boolean {
  const names = [type.mediaType, ...(type.aliases ?? []), ...type.extensions];
  const group = type.mustBeNamed ? [] : [`${type.mediaType.split('/')[0]}/*`];
  return accept.some((entry) => [...names, ...group].includes(entry.toLowerCase()));
}

function isRecognised(type: AllowedFileType, content: FileContent): boolean {
  const { signature } = content;
  return (signature !== null && type.recognisedAs.includes(signature)) || isPlainText(type, content);
}

/**
 * Text may begin with the letters of a signature by chance: "BM" is a bitmap, and "The free" a film. Only of these formats a whole document
 * can be text, and their signatures are no words.
 */
const DOCUMENTS_IN_TEXT: ReadonlySet<string | null> = new Set([
  'application/pdf',
  'application/rtf',
  'application/postscript',
  'application/eps',
  'application/xml',
]);

const isPlainText = (type: AllowedFileType, { signature, isText }: FileContent): boolean =>
  isText && !DOCUMENTS_IN_TEXT.has(signature) && type.recognisedAs.includes('text');

function foundType(content: FileContent, type: KnownType | undefined): string {
  const { signature, isText, size } = content;
  if (size === 0) return 'nothing';
  if (type && isPlainText(type, content)) return type.mediaType;
  return signature ?? (isText ? 'text/plain' : 'application/octet-stream');
}

function typeNotAllowed(filename: string): string {
  const extension = extensionOf(filename);
  return extension === ''
    ? 'This file must have an extension, such as .pdf, in its name.'
    : `This file must not be of the type ${extension}.`;
}
