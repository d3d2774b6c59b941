import { sizeText } from '../../../platform/text/text.rules';
import { acceptText } from './format.rules';
import type { PageTexts } from './page-texts.types';

const size = (bytes: number): string => sizeText(bytes, 'de');
const kinds = (accept: readonly string[]): string => acceptText(accept, 'de');

export const GERMAN: PageTexts = {
  form: {
    submit: 'Absenden',
    requiredNote: 'Pflichtfeld',
    optional: 'optional',
    choose: 'Bitte wählen',
    entry: (position) => `Eintrag ${position}`,
    honeypot: 'Dieses Feld bitte leer lassen',
    needsScript: 'Bitte schalten Sie JavaScript ein: Eine Prüfung gegen Spam-Programme braucht es.',
    full: 'ausgebucht',
  },
  problems: {
    heading: (count) => (count === 1 ? 'Bitte prüfen Sie eine Angabe' : `Bitte prüfen Sie ${count} Angaben`),
    notSent: 'Ihre Angaben wurden nicht gesendet',
    prefix: 'Fehler: ',
  },
  notices: {
    expired: {
      title: 'Bitte senden Sie das Formular noch einmal ab',
      text: 'Diese Seite war lange geöffnet, deshalb wurde noch nichts gesendet. Ihre Angaben sind noch da.',
    },
    choose_files_again: {
      title: 'Bitte wählen Sie Ihre Dateien noch einmal aus',
      text: 'Zu Ihrer Sicherheit merken sich Browser ausgewählte Dateien nicht. Alle anderen Angaben sind noch da.',
    },
  },
  help: {
    url: 'Die vollständige Adresse, zum Beispiel https://example.com',
    ipv4: 'Zum Beispiel 192.0.2.1',
    ipv6: 'Zum Beispiel 2001:db8::1',
    uuid: 'Zum Beispiel 123e4567-e89b-12d3-a456-426614174000',
    slug: 'Kleinbuchstaben, Ziffern und Bindestriche',
    hex_color: 'Zum Beispiel #1a2b3c',
    alpha_numeric: 'Buchstaben A bis Z und Ziffern',
    date: 'Jahr, Monat und Tag, zum Beispiel 2026-03-31',
    files: ({ maxFiles, maxBytes, accept }) => {
      const limit = maxFiles === 1 ? `Eine Datei mit bis zu ${size(maxBytes)}` : `Bis zu ${maxFiles} Dateien mit je ${size(maxBytes)}`;
      return accept === null ? `${limit}.` : `${limit}. Möglich: ${kinds(accept)}.`;
    },
  },
  thanks: { title: 'Vielen Dank', text: 'Ihre Angaben sind angekommen.', again: 'Noch eine Antwort senden' },
  confirmation: {
    sent: {
      ask: 'Eine E-Mail ist zu Ihnen unterwegs. Bitte bestätigen Sie mit dem Link darin Ihre Adresse.',
      require:
        'Eine E-Mail ist zu Ihnen unterwegs. Ihre Angaben zählen, sobald Sie mit dem Link darin Ihre Adresse bestätigt haben, innerhalb von sieben Tagen.',
    },
    question: {
      title: 'Ist das Ihre Adresse?',
      text: 'Sie haben dieses Formular ausgefüllt. Bitte bestätigen Sie Ihre E-Mail-Adresse.',
      button: 'Meine Adresse bestätigen',
    },
    done: { title: 'Vielen Dank, Ihre Adresse ist bestätigt', text: 'Es ist nichts weiter zu tun. Sie können diese Seite schließen.' },
    taken: {
      title: 'Ihre Angaben sind schon früher angekommen',
      text: 'Sie können nur einmal gesendet werden, deshalb wurden diese nicht angenommen.',
    },
    full: {
      title: 'Alle Plätze sind vergeben',
      text: 'Sie waren vergeben, bevor Sie Ihre Adresse bestätigt haben. Ihre Angaben konnten deshalb nicht angenommen werden.',
    },
    ended: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Ihre Angaben sind gelöscht, oder der Link ist nicht vollständig. Bitte füllen Sie das Formular noch einmal aus, wenn Sie es noch brauchen.',
    },
  },
  closed: { title: 'Dieses Formular ist geschlossen', text: 'Es nimmt keine Antworten mehr an.' },
  unopened: { title: 'Dieses Formular ist noch nicht geöffnet', text: (when) => `Es öffnet am ${when}.` },
  ended: { title: 'Dieses Formular ist geschlossen', text: (when) => `Es nahm Antworten bis ${when} an.` },
  full: { title: 'Alle Plätze sind vergeben', text: 'Dieses Formular nimmt keine weiteren Antworten an.' },
  notFound: {
    title: 'Hier gibt es kein Formular',
    text: 'Vielleicht wurde es gelöscht, oder die Adresse ist unvollständig. Bitte prüfen Sie den Link, dem Sie gefolgt sind.',
  },
  unavailable: {
    title: 'Das Formular kann gerade nicht angezeigt werden',
    text: 'Bitte versuchen Sie es gleich noch einmal.',
    again: 'Noch einmal versuchen',
  },
  refused: {
    back: 'Mit der Zurück-Taste Ihres Browsers kommen Sie wieder zum Formular. Ihre Angaben sollten dort noch stehen.',
    kept: 'Ihre Angaben sind noch da. Sie können sie von dieser Seite aus noch einmal senden.',
    sendAgain: 'Noch einmal senden',
    website: (host) => `Zurück zu ${host}`,
    form: 'Ein leeres Formular öffnen',
  },
  messages: {
    required: () => 'Bitte füllen Sie dieses Feld aus.',
    required_choice: () => 'Bitte wählen Sie eine Möglichkeit aus.',
    required_choices: () => 'Bitte wählen Sie mindestens eine Möglichkeit aus.',
    required_confirmation: () => 'Bitte setzen Sie hier ein Häkchen.',
    required_file: () => 'Bitte wählen Sie eine Datei aus.',
    not_text: () => 'Bitte geben Sie einen Text ein.',
    not_number: () => 'Bitte geben Sie eine Zahl ein.',
    number_with_comma: () => 'Bitte schreiben Sie die Zahl mit einem Punkt und ohne Komma, zum Beispiel 1234.5.',
    number_too_large: () => 'Diese Zahl ist zu groß.',
    not_date: () => 'Bitte geben Sie ein gültiges Datum ein, zum Beispiel 2026-03-31.',
    not_boolean: () => 'Bitte antworten Sie mit Ja oder Nein.',
    not_list: () => 'Bitte geben Sie eine Liste von Antworten an.',
    not_file: () => 'Bitte wählen Sie eine Datei aus.',
    file_not_taken: () => 'Hier können keine Dateien gesendet werden.',
    file_without_field: ({ filename }) => `„${filename}“ kann nicht gesendet werden: Das Formular nimmt dort keine Datei an.`,
    one_value_only: () => 'Bitte geben Sie nur eine Antwort an.',
    value_too_long: ({ maxBytes }) => `Diese Angabe ist zu lang. Höchstens ${size(maxBytes)} sind möglich.`,
    preset_not_met: ({ preset }) => PRESETS[preset],
    not_an_option: () => 'Bitte wählen Sie aus den angebotenen Möglichkeiten.',
    null_character: () => 'Diese Angabe enthält ein Zeichen, das nicht gesendet werden kann (U+0000).',
    unstorable: () => 'Diese Angabe enthält ein Zeichen oder eine Zahl, die nicht gespeichert werden kann.',
    null_character_in_name: () => 'Der Name eines Feldes enthält ein Zeichen, das nicht gesendet werden kann (U+0000).',
    reserved_name: () => 'Ein Feld kann nicht so heißen.',
    name_too_long: ({ maxLength }) => `Der Name eines Feldes kann höchstens ${maxLength} Zeichen haben.`,
    nothing_sent: () => 'Es wurde nichts gesendet. Bitte füllen Sie das Formular aus.',
    too_many_fields: ({ maxFields }) => `Es können höchstens ${maxFields} Angaben auf einmal gesendet werden.`,
    too_many_files: ({ maxFiles }) =>
      maxFiles === 1 ? 'Bitte wählen Sie nur eine Datei aus.' : `Bitte wählen Sie höchstens ${maxFiles} Dateien aus.`,
    file_too_large: ({ filename, maxBytes }) => `„${filename}“ ist zu groß. Eine Datei darf höchstens ${size(maxBytes)} haben.`,
    file_type_not_accepted: ({ filename, accept }) => `„${filename}“ kann hier nicht gesendet werden. Möglich: ${kinds(accept)}.`,
    file_type_not_allowed: ({ filename }) => `Dateien wie „${filename}“ können nicht gesendet werden.`,
    file_content_differs: ({ filename }) =>
      `Der Inhalt von „${filename}“ passt nicht zum Dateinamen. Bitte wählen Sie eine andere Datei aus.`,
    file_empty: ({ filename }) => `„${filename}“ ist leer. Bitte wählen Sie eine andere Datei aus.`,
    file_infected: ({ filename }) => `„${filename}“ enthält Schadsoftware und wurde nicht angenommen.`,
    files_too_large: ({ maxBytes }) => `Ihre Dateien sind zu groß. Zusammen dürfen sie höchstens ${size(maxBytes)} haben.`,
    upload_timed_out: () => 'Die Übertragung hat zu lange gedauert. Bitte senden Sie noch einmal, wenn möglich mit kleineren Dateien.',
    too_large: ({ maxBytes }) => `Ihre Angaben sind zu lang. Zusammen dürfen sie höchstens ${size(maxBytes)} haben.`,
    form_misconfigured: () =>
      'Dieses Formular ist nicht richtig eingerichtet und konnte Ihre Angaben nicht annehmen. Bitte geben Sie dem Betreiber der Website Bescheid.',
    boundary_missing: () =>
      'Diese Website hat den Header Content-Type ohne die Angabe „boundary“ gesetzt. Sie darf ihn nicht selbst setzen, das tut der Browser.',
    encoding_not_taken: () =>
      'Diese Website hat Ihre Angaben in einer Form gesendet, die nicht angenommen wird. Bitte geben Sie ihrem Betreiber Bescheid.',
    origin_not_listed: () => 'Dieses Formular nimmt keine Angaben von dieser Website an. Bitte geben Sie ihrem Betreiber Bescheid.',
    origin_hidden: () =>
      'Ihr Browser hat nicht gesagt, von welcher Website Sie senden: Diese verbirgt es durch ihre Referrer-Policy. Bitte geben Sie ihrem Betreiber Bescheid, der strict-origin-when-cross-origin einstellen kann.',
    origin_missing: () => 'Dieses Formular nimmt Angaben von seinen Websites an und von Programmen, die sein Token senden. Beides fehlt.',
    rate_limited: () => 'Aus Ihrem Netz kommen gerade viele Antworten. Bitte warten Sie eine Minute und senden Sie dann noch einmal.',
    form_busy: () => 'Bei diesem Formular gehen gerade viele Antworten ein. Bitte warten Sie eine Minute und senden Sie dann noch einmal.',
    quota_exceeded: () => 'Dieses Formular kann zurzeit keine Antworten mehr annehmen. Bitte versuchen Sie es später.',
    form_closed: () => 'Dieses Formular nimmt zurzeit keine Antworten an, daher wurden Ihre nicht gesendet.',
    no_places: () => 'Alle Plätze sind vergeben, daher konnten Ihre Antworten nicht angenommen werden.',
    option_full: () => 'Diese Auswahl ist ausgebucht. Bitte wählen Sie eine andere.',
    unverified: () => 'Bitte bestätigen Sie mit der Prüfung über der Schaltfläche, dass Sie ein Mensch sind, und senden Sie noch einmal.',
    duplicate: () => 'Ihre Antworten sind schon einmal eingegangen. Sie können nur einmal gesendet werden.',
    unsolved: () =>
      'Ihr Browser hat die kleine Rechenaufgabe nicht gelöst, die Spam fernhält. Bitte erlauben Sie JavaScript für diese Seite, öffnen Sie sie mit https:// und einem aktuellen Browser, und senden Sie noch einmal.',
    service_unavailable: () => 'Ihre Angaben konnten gerade nicht gespeichert werden. Bitte senden Sie gleich noch einmal.',
    form_changed: () => 'Dieses Formular wurde gerade geändert. Bitte sehen Sie Ihre Angaben durch und senden Sie noch einmal.',
    malformed: () => 'Ihre Angaben sind nicht vollständig angekommen. Bitte senden Sie noch einmal.',
    unreadable_text: () =>
      'Einige Zeichen konnten nicht gelesen werden und stehen als \ufffd da. Bitte sehen Sie Ihre Angaben durch und senden Sie noch einmal.',
  },
};

const PRESETS = {
  email: 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
  url: 'Bitte geben Sie eine vollständige Adresse ein, die mit https:// oder http:// beginnt.',
  tel: 'Bitte geben Sie eine Telefonnummer ein, zum Beispiel +49 30 23125000.',
  ipv4: 'Bitte geben Sie eine IPv4-Adresse ein, zum Beispiel 192.0.2.1.',
  ipv6: 'Bitte geben Sie eine IPv6-Adresse ein, zum Beispiel 2001:db8::1.',
  uuid: 'Bitte geben Sie eine UUID ein, zum Beispiel 123e4567-e89b-12d3-a456-426614174000.',
  slug: 'Bitte verwenden Sie nur Kleinbuchstaben und Ziffern, dazwischen einzelne Bindestriche.',
  hex_color: 'Bitte geben Sie eine Farbe ein, zum Beispiel #1a2b3c.',
  alpha_numeric: 'Bitte verwenden Sie nur die Buchstaben A bis Z und Ziffern.',
  integer: 'Bitte geben Sie eine ganze Zahl ein.',
};
