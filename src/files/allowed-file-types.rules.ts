export interface AllowedFileType {
  /** Extensions in lower case, with the dot. The first one replaces an extension of another type. */
  extensions: readonly string[];
  /** The media type of downloads. */
  mediaType: string;
  /** Detected media types that belong to this type only. */
  recognisedAs: readonly string[];
  /** Detected media types that other types share. The file name then decides. */
  sharedUnderName?: readonly string[];
  /** Extensions, by detected media type, that replace the first extension. */
  extensionOf?: Readonly<Record<string, string>>;
  /** True for a text type, which only the file name identifies. */
  isText?: true;
  /** Other names of the media type that `accept` lists may contain. */
  aliases?: readonly string[];
}

export interface FileTypeGroup {
  name: string;
  reason: string;
  /** True for types that are accepted only where the `accept` list of a field names them. */
  mustBeNamed: boolean;
  types: readonly AllowedFileType[];
}

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';
const OPUS = 'audio/ogg; codecs=opus';

/**
 * Every type of file that is accepted; everything else is refused. Left out on purpose:
 * - HTML, XHTML, XML and SVG: browsers run the scripts in them;
 * - programs and scripts (exe, msi, js, vbs, ps1, sh, bat, jar, apk and so on), shortcuts and disk images;
 * - Office documents with macros (docm, xlsm, pptm), which run when they are opened.
 */
export const FILE_TYPE_GROUPS: readonly FileTypeGroup[] = [
  {
    name: 'Images',
    reason: 'Photos and screenshots. HEIC and AVIF are what phones take; TIFF and BMP are what scanners write.',
    mustBeNamed: false,
    types: [
      { ...same('image/jpeg', '.jpg', '.jpeg', '.jfif', '.jpe'), aliases: ['image/jpg', 'image/pjpeg'] },
      { ...same('image/png', '.png'), recognisedAs: ['image/png', 'image/apng'] },
      same('image/gif', '.gif'),
      same('image/webp', '.webp'),
      {
        ...same('image/heic', '.heic', '.heif'),
        recognisedAs: ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'],
        aliases: ['image/heif'],
      },
      { ...same('image/avif', '.avif'), sharedUnderName: ['image/heif'] }, // some programs write the brand of HEIF
      same('image/tiff', '.tif', '.tiff'),
      { ...same('image/bmp', '.bmp'), aliases: ['image/x-bmp', 'image/x-ms-bmp'] },
    ],
  },
  {
    name: 'Documents',
    reason: 'Applications, contracts, tables and slides, in the formats of the common office programs, without macros.',
    mustBeNamed: false,
    types: [
      same('application/pdf', '.pdf'),
      same('application/msword', '.doc'),
      same(`${OOXML}.wordprocessingml.document`, '.docx'),
      same('application/vnd.ms-excel', '.xls'),
      same(`${OOXML}.spreadsheetml.sheet`, '.xlsx'),
      same('application/vnd.ms-powerpoint', '.ppt'),
      same(`${OOXML}.presentationml.presentation`, '.pptx'),
      same(`${ODF}.text`, '.odt'),
      same(`${ODF}.spreadsheet`, '.ods'),
      same(`${ODF}.presentation`, '.odp'),
      { ...same('application/rtf', '.rtf'), aliases: ['text/rtf'] },
    ],
  },
  {
    name: 'Text',
    reason: 'Notes, tables, dates and contacts. There is no signature to check: the content must be text, and no document of another type.',
    mustBeNamed: false,
    types: [
      text('text/plain', '.txt', '.log'),
      { ...text('text/markdown', '.md'), aliases: ['text/x-markdown'] },
      { ...text('text/csv', '.csv'), aliases: ['application/csv'] },
      { ...text('text/calendar', '.ics'), recognisedAs: ['text/calendar'] },
      { ...text('text/vcard', '.vcf'), recognisedAs: ['text/vcard'], aliases: ['text/x-vcard', 'text/directory'] },
    ],
  },
  {
    name: 'Sound',
    reason: 'Voice messages and recordings.',
    mustBeNamed: false,
    types: [
      { ...same('audio/mpeg', '.mp3'), aliases: ['audio/mp3'] },
      {
        ...same('audio/mp4', '.m4a'),
        recognisedAs: ['audio/x-m4a', 'audio/mp4'],
        sharedUnderName: ['video/mp4'], // many programs write the brand of MP4
        aliases: ['audio/x-m4a'],
      },
      { ...same('audio/aac', '.aac'), aliases: ['audio/aacp', 'audio/x-aac'] },
      { ...same('audio/wav', '.wav'), aliases: ['audio/x-wav', 'audio/wave', 'audio/vnd.wave'] },
      {
        ...same('audio/ogg', '.ogg', '.oga', '.opus'),
        recognisedAs: ['audio/ogg', OPUS],
        sharedUnderName: ['application/ogg'], // an index may come before the sound
        extensionOf: { [OPUS]: '.opus' },
        aliases: ['audio/opus'],
      },
      { ...same('audio/flac', '.flac'), aliases: ['audio/x-flac'] },
      same('audio/amr', '.amr'),
    ],
  },
  {
    name: 'Video',
    reason: 'What phones and browsers record.',
    mustBeNamed: false,
    types: [
      {
        ...same('video/mp4', '.mp4', '.m4v'),
        recognisedAs: ['video/mp4', 'video/x-m4v'],
        extensionOf: { 'video/x-m4v': '.m4v' },
        aliases: ['video/x-m4v'],
      },
      same('video/quicktime', '.mov'),
      { ...same('video/3gpp', '.3gp'), aliases: ['audio/3gpp'] },
      { ...same('video/3gpp2', '.3g2'), aliases: ['audio/3gpp2'] },
      { ...same('video/webm', '.webm'), aliases: ['audio/webm'] },
    ],
  },
  {
    name: 'Archives',
    reason: 'They hide what they hold from every check, so that the owner of the form has to ask for them. They are never unpacked.',
    mustBeNamed: true,
    types: [
      { ...same('application/zip', '.zip'), aliases: ['application/x-zip-compressed'] },
      same('application/x-7z-compressed', '.7z'),
      {
        ...same('application/vnd.rar', '.rar'),
        recognisedAs: ['application/x-rar-compressed'],
        aliases: ['application/x-rar-compressed'],
      },
      { ...same('application/gzip', '.gz', '.tgz'), aliases: ['application/x-gzip'] },
      same('application/x-tar', '.tar'),
    ],
  },
];

const extensionsOf = (groups: readonly FileTypeGroup[]): string[] =>
  groups.flatMap(({ types }) => types.flatMap(({ extensions }) => extensions));

export const ACCEPTED_EXTENSIONS: readonly string[] = extensionsOf(FILE_TYPE_GROUPS);

/** The extensions that a file field accepts without an `accept` list. */
export const GENERAL_EXTENSIONS: string[] = extensionsOf(FILE_TYPE_GROUPS.filter(({ mustBeNamed }) => !mustBeNamed));

/** A type whose detected media type is also the one of downloads. */
function same(mediaType: string, ...extensions: string[]): AllowedFileType {
  return { extensions, mediaType, recognisedAs: [mediaType] };
}

/** A text type. Its content needs no signature. */
function text(mediaType: string, ...extensions: string[]): AllowedFileType {
  return { extensions, mediaType, recognisedAs: [], isText: true };
}
