import { normalizedTo } from '../../../platform/text/normalization.rules';

/** The names of months and weekdays in the languages of forms, as people, spreadsheets and programs write and shorten them. */

const MONTH_NAMES = [
  'january jan januar jänner jän janvier janv enero ene',
  'february feb februar feber février févr fév febrero',
  'march mar märz mär mrz mars marzo',
  'april apr avril avr abril abr',
  'may mai mayo',
  'june jun juni juin junio',
  'july jul juli juillet juil julio',
  'august aug août agosto ago',
  'september sep sept septembre septiembre setiembre set',
  'october oct oktober okt octobre octubre',
  'november nov novembre noviembre',
  'december dec dezember dez décembre déc diciembre dic',
];

/** The name in lower case and without diacritics, which many programs leave out. */
const plain = (name: string): string => normalizedTo('NFD', name).replace(/\p{M}/gu, '').toLowerCase();

const MONTHS: ReadonlyMap<string, number> = new Map(
  MONTH_NAMES.flatMap((names, index) => names.split(' ').map((name) => [plain(name), index + 1] as const)),
);

/** The number of a month from 1 on; undefined for any other word. The word has to be short, as it is normalized. */
export const monthOf = (name: string): number | undefined => MONTHS.get(plain(name));

export const WEEKDAYS: ReadonlySet<string> = new Set(
  [
    'monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun',
    'montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so',
    'lundi mardi mercredi jeudi vendredi samedi dimanche lun mar mer jeu ven sam dim',
    'lunes martes miércoles jueves viernes sábado domingo mié jue vie sáb dom',
  ].flatMap((names) => names.split(' ')),
);
