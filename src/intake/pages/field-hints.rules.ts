import type { FormPageField } from './page.types';

/** The `autocomplete` purpose of a text field (HTML, "autofill detail tokens"): by its preset, else by words of its name. */
export function autocompletePurpose({
  type,
  preset,
  name,
}: Pick<FormPageField, 'type' | 'preset' | 'name'>): string | null {
  if (preset !== null) return PRESET_PURPOSES[preset] ?? null;
  const purpose = NAME_PURPOSES.get(name.toLowerCase());
  return purpose !== undefined && type === (purpose === 'bday' ? 'date' : 'string') ? purpose : null;
}

/** True for a text field of several lines: `options.multiline` decides, else the words of its name and label. */
export function isMultiline({ name, label, options, preset }: FormPageField): boolean {
  if (preset !== null) return false;
  if (options !== null && !Array.isArray(options) && typeof options.multiline === 'boolean') return options.multiline;
  return [...wordsOf(name), ...wordsOf(label ?? '')].some((word) => LONG_TEXT_WORDS.has(word));
}

const PRESET_PURPOSES: Partial<Record<string, string>> = { email: 'email', tel: 'tel', url: 'url' };

/** Names in the four languages of the pages, by purpose. */
const PURPOSES: Readonly<Record<string, string>> = {
  name: 'name full_name your_name vollstaendiger_name nom_complet nombre_completo',
  'given-name': 'first_name firstname given_name vorname prenom nombre',
  'family-name': 'last_name lastname surname family_name nachname nom nom_de_famille apellido apellidos',
  email: 'email e_mail mail email_address correo courriel',
  tel: 'tel phone telephone phone_number mobile telefon telefonnummer handy telefono movil',
  organization: 'company organization organisation firma unternehmen entreprise societe empresa',
  'organization-title': 'job_title position',
  'street-address': 'address adresse anschrift direccion',
  'address-line1': 'street strasse street_address rue calle',
  'postal-code': 'zip zip_code postal_code postcode plz postleitzahl code_postal codigo_postal',
  'address-level2': 'city town ort stadt ville ciudad localidad',
  'country-name': 'country land pays pais',
  url: 'website url homepage',
  bday: 'birthday birthdate date_of_birth geburtsdatum geburtstag date_de_naissance fecha_de_nacimiento',
};

const NAME_PURPOSES: ReadonlyMap<string, string> = new Map(
  Object.entries(PURPOSES).flatMap(([purpose, names]) => names.split(' ').map((name) => [name, purpose] as const)),
);

const LONG_TEXT_WORDS: ReadonlySet<string> = new Set(
  [
    'message messages comment comments description feedback details note notes bio biography remarks enquiry inquiry',
    'nachricht nachrichten kommentar kommentare beschreibung anmerkung anmerkungen bemerkung bemerkungen mitteilung anliegen',
    'commentaire commentaires remarque remarques precisions',
    'mensaje mensajes comentario comentarios descripcion observaciones consulta',
  ].flatMap((words) => words.split(' ')),
);

/** Lower case and without accents, so that "Précisions" is found as "precisions". */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z]+/);
