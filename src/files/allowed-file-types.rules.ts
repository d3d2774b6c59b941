/** A type of file that visitors may attach. */
export interface AllowedFileType {
  /** In lower case, with the dot. */
  extensions: readonly string[];
  /** The media type that readers get. */
  mediaType: string;
  /**
   * The media types that content of this type is recognised as; `text` stands for UTF-8 without NUL that is no document of another type.
   */
  recognisedAs: readonly string[];
  /** Other names of the media type, in `accept` lists. */
  aliases?: readonly string[];
}

export interface FileTypeGroup {
  name: string;
  reason: string;
  /** Accepted only where the `accept` list of a field names the type itself. */
  mustBeNamed: boolean;
  types: readonly AllowedFileType[];
}

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

/**
 * Every type of file that is accepted; everything else is refused. Left out on purpose:
 * - HTML, XHTML, XML and SVG: browsers run the scripts in them;
 * - programs and scripts (exe, msi, js, vbs, ps1, sh, bat, jar, apk and so on), shortcuts and disk images;
 * - Office documents with macros (docm, xlsm, pptm), which run when they are opened;
 * - BMP and other formats whose signature is so short that any text could have it.
 */
export const FILE_TYPE_GROUPS: readonly FileTypeGroup[] = [
  {
    name: 'Images',
    reason: 'Photos and screenshots. HEIC and AVIF are what phones take; TIFF is what scanners write.',
    mustBeNamed: false,
    types: [
      { extensions: ['.jpg', '.jpeg'], mediaType: 'image/jpeg', recognisedAs: ['image/jpeg'], aliases: ['image/jpg'] },
      { extensions: ['.png'], mediaType: 'image/png', recognisedAs: ['image/png', 'image/apng'] },
      { extensions: ['.gif'], mediaType: 'image/gif', recognisedAs: ['image/gif'] },
      { extensions: ['.webp'], mediaType: 'image/webp', recognisedAs: ['image/webp'] },
      {
        extensions: ['.heic', '.heif'],
        mediaType: 'image/heic',
        recognisedAs: ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'],
        aliases: ['image/heif'],
      },
      { extensions: ['.avif'], mediaType: 'image/avif', recognisedAs: ['image/avif'] },
      { extensions: ['.tif', '.tiff'], mediaType: 'image/tiff', recognisedAs: ['image/tiff'] },
    ],
  },
  {
    name: 'Documents',
    reason: 'Applications, contracts, tables and slides, in the formats of the common office programs, without macros.',
    mustBeNamed: false,
    types: [
      { extensions: ['.pdf'], mediaType: 'application/pdf', recognisedAs: ['application/pdf'] },
      { extensions: ['.doc'], mediaType: 'application/msword', recognisedAs: ['application/msword'] },
      same('.docx', `${OOXML}.wordprocessingml.document`),
      same('.xls', 'application/vnd.ms-excel'),
      same('.xlsx', `${OOXML}.spreadsheetml.sheet`),
      same('.ppt', 'application/vnd.ms-powerpoint'),
      same('.pptx', `${OOXML}.presentationml.presentation`),
      same('.odt', `${ODF}.text`),
      same('.ods', `${ODF}.spreadsheet`),
      same('.odp', `${ODF}.presentation`),
      { ...same('.rtf', 'application/rtf'), aliases: ['text/rtf'] },
    ],
  },
  {
    name: 'Text',
    reason:
      'Notes and tables that any program reads. There is no signature to check: the content must be UTF-8 without NUL, and no PDF, RTF, PostScript or XML.',
    mustBeNamed: false,
    types: [
      { extensions: ['.txt'], mediaType: 'text/plain', recognisedAs: ['text'] },
      { extensions: ['.md'], mediaType: 'text/markdown', recognisedAs: ['text'], aliases: ['text/x-markdown'] },
      { extensions: ['.csv'], mediaType: 'text/csv', recognisedAs: ['text'], aliases: ['application/csv'] },
    ],
  },
  {
    name: 'Sound',
    reason: 'Voice messages and recordings.',
    mustBeNamed: false,
    types: [
      { ...same('.mp3', 'audio/mpeg'), aliases: ['audio/mp3'] },
      {
        extensions: ['.m4a'],
        mediaType: 'audio/mp4',
        recognisedAs: ['audio/x-m4a', 'audio/mp4', 'video/mp4'], // many programs write the brand of MP4
        aliases: ['audio/x-m4a'],
      },
      { ...same('.wav', 'audio/wav'), aliases: ['audio/x-wav', 'audio/wave', 'audio/vnd.wave'] },
      { extensions: ['.ogg'], mediaType: 'audio/ogg', recognisedAs: ['audio/ogg', 'audio/ogg; codecs=opus'] },
      { ...same('.flac', 'audio/flac'), aliases: ['audio/x-flac'] },
    ],
  },
  {
    name: 'Video',
    reason: 'What phones and browsers record.',
    mustBeNamed: false,
    types: [
      { extensions: ['.mp4'], mediaType: 'video/mp4', recognisedAs: ['video/mp4', 'video/x-m4v'] },
      { extensions: ['.mov'], mediaType: 'video/quicktime', recognisedAs: ['video/quicktime'] },
      { extensions: ['.webm'], mediaType: 'video/webm', recognisedAs: ['video/webm'], aliases: ['audio/webm'] },
    ],
  },
  {
    name: 'Archives',
    reason: 'They hide what they hold from every check, so that the owner of the form has to ask for them. They are never unpacked.',
    mustBeNamed: true,
    types: [
      { ...same('.zip', 'application/zip'), aliases: ['application/x-zip-compressed'] },
      same('.7z', 'application/x-7z-compressed'),
      {
        extensions: ['.rar'],
        mediaType: 'application/vnd.rar',
        recognisedAs: ['application/x-rar-compressed'],
        aliases: ['application/x-rar-compressed'],
      },
      { extensions: ['.gz', '.tgz'], mediaType: 'application/gzip', recognisedAs: ['application/gzip'], aliases: ['application/x-gzip'] },
      same('.tar', 'application/x-tar'),
    ],
  },
];

const extensionsOf = (groups: readonly FileTypeGroup[]): string[] =>
  groups.flatMap(({ types }) => types.flatMap(({ extensions }) => extensions));

/** The extensions that a file field can name. */
export const ACCEPTED_EXTENSIONS: readonly string[] = extensionsOf(FILE_TYPE_GROUPS);

/** The extensions that every file field accepts that does not narrow them. */
export const GENERAL_EXTENSIONS: string[] = extensionsOf(FILE_TYPE_GROUPS.filter(({ mustBeNamed }) => !mustBeNamed));

/** A type that is recognised by the media type it is known by. */
function same(extension: string, mediaType: string): AllowedFileType {
  return { extensions: [extension], mediaType, recognisedAs: [mediaType] };
}
