import type { Language } from '../../../forms/languages.types';

/** Names the kinds of files in an `accept` list for visitors: `PDF, JPG or images`. */
export function acceptText(accept: readonly string[], language: Language): string {
  const kinds = accept.map((entry) => kindText(entry.toLowerCase(), language));
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(new Set(kinds));
}

function kindText(entry: string, language: Language): string {
  if (entry.startsWith('.')) return entry.slice(1).toUpperCase();
  const [group = '', subtype] = entry.split('/');
  if (subtype === undefined) return entry;
  if (subtype === '*') return GROUPS[language].get(group) ?? entry;
  return KNOWN_TYPES.get(entry) ?? subtype.replace(/^x-/, '').toUpperCase();
}

const GROUPS: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  en: new Map(Object.entries({ image: 'images', audio: 'audio', video: 'videos', text: 'text files' })),
  de: new Map(Object.entries({ image: 'Bilder', audio: 'Audiodateien', video: 'Videos', text: 'Textdateien' })),
  fr: new Map(Object.entries({ image: 'images', audio: 'fichiers audio', video: 'vidéos', text: 'fichiers texte' })),
  es: new Map(Object.entries({ image: 'imágenes', audio: 'archivos de audio', video: 'vídeos', text: 'archivos de texto' })),
};

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

const KNOWN_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'image/jpeg': 'JPG',
    'text/plain': 'TXT',
    'text/markdown': 'MD',
    'audio/mpeg': 'MP3',
    'audio/mp4': 'M4A',
    'video/quicktime': 'MOV',
    'application/msword': 'DOC',
    'application/vnd.ms-excel': 'XLS',
    'application/vnd.ms-powerpoint': 'PPT',
    [`${OFFICE}.wordprocessingml.document`]: 'DOCX',
    [`${OFFICE}.spreadsheetml.sheet`]: 'XLSX',
    [`${OFFICE}.presentationml.presentation`]: 'PPTX',
    [`${OPEN_DOCUMENT}.text`]: 'ODT',
    [`${OPEN_DOCUMENT}.spreadsheet`]: 'ODS',
    [`${OPEN_DOCUMENT}.presentation`]: 'ODP',
  }),
);
