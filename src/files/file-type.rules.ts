import { FILE_TYPE_GROUPS, type AllowedFileType } from './allowed-file-types.rules';
import { extensionOf, isDotFile, repairedName } from './file-name.rules';
import type { TextEncoding } from './text-content';

export interface FileContent {
  /** The size in bytes. */
  size: number;
  /** The media type by signature, or null without a known signature. */
  signature: string | null;
  /** The encoding of a text file, or null for any other file. */
  text: TextEncoding | null;
}

export type FileTypeDecision =
  /** `filename` has an extension of the detected type. */
  | { isAccepted: true; mediaType: string; filename: string }
  /** `message` is a validation message, `code` its stable reason, and `found` the media type of the content. */
  | { isAccepted: false; code: FileTypeErrorCode; message: string; found: string };

type FileTypeErrorCode = 'file_type_not_accepted' | 'file_type_not_allowed' | 'file_empty' | 'file_content_differs';

/**
 * Decides by its content whether a file is accepted. Its extension must be missing or belong to an accepted type as well, and is replaced
 * if the content is of another type. The client's `Content-Type` is ignored. `accept` is the list of the field, or null.
 */
export function fileTypeDecision(filename: string, content: FileContent, accept: readonly string[] | null): FileTypeDecision {
  const extension = extensionOf(filename);
  const named = typeOf(extension);
  const takes = (type: KnownType): boolean => (accept ? isNamed(type, accept) : !type.mustBeNamed);
  const found = foundType(content, named);
  const refused = (code: FileTypeErrorCode, message: string): FileTypeDecision => ({ isAccepted: false, code, message, found });
  const notAccepted = (): FileTypeDecision =>
    refused('file_type_not_accepted', `This file must be of one of the types ${accept!.join(', ')}.`);

  if (isDotFile(filename) || (named ? named.mustBeNamed && !takes(named) : extension !== '')) {
    return accept ? notAccepted() : refused('file_type_not_allowed', `This file must not be of the type ${extension || filename}.`);
  }
  if (content.size === 0) return refused('file_empty', 'This file must not be empty.');
  const type = typesOf(content, named).find(takes);
  if (type) return accepted(filename, content, type);
  if (accept && !(named && takes(named))) return notAccepted();
  if (!named) return refused('file_type_not_allowed', `This file must be of a type that is accepted, but ${found} was found.`);
  return refused('file_content_differs', `This file must contain what its extension ${extension} says, but ${found} was found.`);
}

function accepted(filename: string, { signature, text }: FileContent, type: KnownType): FileTypeDecision {
  const { extensions, extensionOf: special, isText, mediaType } = type;
  const extension = special?.[signature ?? ''] ?? extensions[0]!;
  return {
    isAccepted: true,
    mediaType: isText && text !== 'utf-8' ? 'application/octet-stream' : mediaType,
    filename: repairedName(filename, extension, extensions),
  };
}

/**
 * The types that the content may have, the most likely first. A text never has a binary type that its name does not indicate, since it may
 * begin with the letters of a signature. Types that must be named are left out if the name is that of another type.
 */
function typesOf(content: FileContent, named: KnownType | undefined): KnownType[] {
  const { signature } = content;
  const bySignature = TYPES.filter(({ recognisedAs }) => signature !== null && recognisedAs.includes(signature));
  if (isPlainText(content)) {
    if (named && !named.isText) return bySignature.filter((type) => type === named);
    const texts = bySignature.filter(({ isText }) => isText);
    return named ? [named, ...texts] : [...texts, ...TYPES.filter(({ isText }) => isText)];
  }
  const own = named?.sharedUnderName?.includes(signature ?? '') ? [named] : [];
  return [...own, ...bySignature].filter(({ mustBeNamed }) => !mustBeNamed || !named || named.mustBeNamed);
}

/** The `accept` attribute for an `accept` list, with all names of each type, since some file choosers know only one of them. */
export const offeredBy = (accept: readonly string[]): string[] => [
  ...new Set(accept.flatMap((entry) => [entry, ...TYPES.filter((type) => isNamed(type, [entry])).flatMap(namesOf)])),
];

/** True when an entry of an `accept` list matches at least one accepted type. */
export const isUsefulAcceptEntry = (entry: string): boolean => TYPES.some((type) => isNamed(type, [entry]));

type KnownType = AllowedFileType & { mustBeNamed: boolean };

const TYPES: readonly KnownType[] = FILE_TYPE_GROUPS.flatMap(({ mustBeNamed, types }) => types.map((type) => ({ ...type, mustBeNamed })));

const typeOf = (extension: string): KnownType | undefined => TYPES.find((type) => type.extensions.includes(extension));

const namesOf = ({ extensions, mediaType }: KnownType): string[] => [...extensions, mediaType];

/** Matches like the HTML attribute: by extension, media type, or a group such as `image/*`. A group does not include archives. */
function isNamed(type: KnownType, accept: readonly string[]): boolean {
  const names = [...namesOf(type), ...(type.aliases ?? [])];
  const group = type.mustBeNamed ? [] : [`${type.mediaType.split('/')[0]}/*`];
  return accept.some((entry) => [...names, ...group].includes(entry.toLowerCase()));
}

/** Text formats whose signatures are no words. A text may begin with other signatures by chance, such as "BM" (a bitmap). */
const DOCUMENTS_IN_TEXT: ReadonlySet<string | null> = new Set([
  'application/pdf',
  'application/rtf',
  'application/postscript',
  'application/eps',
  'application/xml',
  'application/x-ms-regedit',
  'text/html',
  'image/svg+xml',
  'image/jpeg',
]);

const isPlainText = ({ signature, text }: FileContent): boolean => text !== null && !DOCUMENTS_IN_TEXT.has(signature);

function foundType(content: FileContent, named: KnownType | undefined): string {
  if (content.size === 0) return 'nothing';
  if (isPlainText(content)) return named?.isText ? named.mediaType : 'text/plain';
  return content.signature ?? 'application/octet-stream';
}
