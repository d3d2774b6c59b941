import type { Language } from '../../forms/languages.types';
import { normalizedTo } from '../../platform/text/normalization.rules';
import type { FormPageField } from './page.types';

/** Returns the `autocomplete` purpose of a text field (HTML, "autofill detail tokens"): by its preset, else by its name. */
export function autocompletePurpose({ type, preset, name }: Pick<FormPageField, 'type' | 'preset' | 'name'>): string | null {
  if (preset !== null) return PRESET_PURPOSES[preset] ?? null;
  const purpose = NAME_PURPOSES.get(name.toLowerCase());
  return purpose !== undefined && type === (purpose === 'bday' ? 'date' : 'string') ? purpose : null;
}

/** True for a field with several lines: by `options.multiline`, else by the words of its name and label. */
export function isMultiline({ name, label, options, preset }: FormPageField): boolean {
  if (preset !== null) return false;
  if (options !== null && !Array.isArray(options) && typeof options.multiline === 'boolean') return options.multiline;
  return [...wordsOf(name), ...wordsOf(label ?? '')].some((word) => LONG_TEXT_WORDS.has(word));
}

const PRESET_PURPOSES: Partial<Record<string, string>> = { email: 'email', tel: 'tel', url: 'url' };

const PURPOSES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    name: 'name full_name your_name',
    'given-name': 'first_name firstname given_name',
    'family-name': 'last_name lastname surname family_name',
    email: 'email e_mail mail email_address',
    tel: 'tel phone telephone phone_number mobile',
    organization: 'company organization organisation',
    'organization-title': 'job_title position',
    'street-address': 'address',
    'address-line1': 'street street_address',
    'postal-code': 'zip zip_code postal_code postcode',
    'address-level2': 'city town',
    'country-name': 'country',
    url: 'website url homepage',
    bday: 'birthday birthdate date_of_birth',
  },
  de: {
    name: 'vollstaendiger_name',
    'given-name': 'vorname',
    'family-name': 'nachname',
    tel: 'telefon telefonnummer handy',
    organization: 'firma unternehmen',
    'street-address': 'adresse anschrift',
    'address-line1': 'strasse',
    'postal-code': 'plz postleitzahl',
    'address-level2': 'ort stadt',
    'country-name': 'land',
    bday: 'geburtsdatum geburtstag',
  },
  fr: {
    name: 'nom_complet',
    'given-name': 'prenom',
    'family-name': 'nom nom_de_famille',
    email: 'courriel',
    organization: 'entreprise societe',
    'street-address': 'adresse',
    'address-line1': 'rue',
    'postal-code': 'code_postal',
    'address-level2': 'ville',
    'country-name': 'pays',
    bday: 'date_de_naissance',
  },
  es: {
    name: 'nombre_completo',
    'given-name': 'nombre',
    'family-name': 'apellido apellidos',
    email: 'correo',
    tel: 'telefono movil',
    organization: 'empresa',
    'street-address': 'direccion',
    'address-line1': 'calle',
    'postal-code': 'codigo_postal',
    'address-level2': 'ciudad localidad',
    'country-name': 'pais',
    bday: 'fecha_de_nacimiento',
  },
};

const NAME_PURPOSES: ReadonlyMap<string, string> = new Map(
  Object.values(PURPOSES)
    .flatMap((purposes) => Object.entries(purposes))
    .flatMap(([purpose, names]) => names.split(' ').map((name) => [name, purpose] as const)),
);

/** Words of names and labels, in each language of the pages, that suggest a text of several lines. */
const LONG_TEXTS: Readonly<Record<Language, string>> = {
  en: 'message messages comment comments description feedback details note notes bio biography remarks enquiry inquiry',
  de: 'nachricht nachrichten kommentar kommentare beschreibung anmerkung anmerkungen bemerkung bemerkungen mitteilung anliegen',
  fr: 'commentaire commentaires remarque remarques precisions',
  es: 'mensaje mensajes comentario comentarios descripcion observaciones consulta',
};

const LONG_TEXT_WORDS: ReadonlySet<string> = new Set(Object.values(LONG_TEXTS).flatMap((words) => words.split(' ')));

/** Splits a text into lower-case words without accents, so that "Précisions" matches "precisions". */
const wordsOf = (text: string): string[] =>
  normalizedTo('NFD', text)
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z]+/);
