/** The sender of a submission: what its page sends, how long after it was opened, and what the program or the person can do. */
export interface Visit {
  kind: string;
  values: { name: string; email: string; message: string };
  /** The time between opening the page and sending; null for one that never opens it. */
  seconds: number | null;
  fillsHoneypot: boolean;
  /** True when scripts of the page run, which solve its challenge. */
  runsScripts: boolean;
}

type Profile = Omit<Visit, 'kind' | 'values' | 'seconds'> & {
  kind: string;
  count: number;
  seconds: readonly [least: number, most: number] | null;
  messageOf: (index: number, kind: string) => string;
};

/**
 * 500 people. Hidden fields are filled in by the autofill of a few browsers and extensions (LemmyNet/lemmy#2595,
 * markets/invisible_captcha#97; Acar et al., "No boundaries", 2017: password managers fill forms that nobody sees). People type about 52
 * words a minute (Dhakal et al., "Observations on Typing from 136 Million Keystrokes", CHI 2018), and seconds are enough with autofill.
 */
export const people = (): Visit[] =>
  [
    profile('autofill that fills in everything it finds', 4, [1, 4], { fillsHoneypot: true }),
    profile('autofill', 116, [1, 20]),
    profile('password manager', 80, [2, 30]),
    profile('quick typist', 80, [4, 15]),
    profile('screen reader', 60, [60, 900]),
    profile('without JavaScript', 80, [10, 300], { runsScripts: false }),
    profile('slow phone', 80, [45, 1_800]),
  ].flatMap(visitsOf);

/**
 * Programs that send spam, and people who are paid for it, in the patterns that these describe: Shin, Gupta and Myers, "The Nuts and
 * Bolts of a Forum Spam Automator" (LEET 2011), on XRumer; Niu et al., "A Quantitative Study of Forum Spamming" (NDSS 2007), on links;
 * Prince et al., "Understanding How Spammers Steal Your E-Mail Address" (CEAS 2005), on harvesters that never run scripts; and Motoyama et
 * al., "Re: CAPTCHAs" (USENIX Security 2010), on people who solve puzzles for money.
 */
export const bots = (): Visit[] =>
  [
    bot('fills in every input of the page', 20, [0, 1], PITCH, { fillsHoneypot: true }),
    bot('posts links straight to the address', 20, null, LINKS),
    bot('posts one text to all forms', 20, null, PITCH),
    bot('loads the page and sends at once', 15, [0, 1], OFFER),
    bot('waits a while, without scripts', 10, [5, 30], OFFER),
    bot('drives a browser that waits', 10, [5, 30], OFFER, { runsScripts: true }),
    bot('is a person who is paid', 5, [30, 90], OFFER, { runsScripts: true }),
  ].flatMap(visitsOf);

const profile = (
  kind: string,
  count: number,
  seconds: Profile['seconds'],
  { fillsHoneypot = false, runsScripts = true } = {},
): Profile => ({ kind, count, seconds, fillsHoneypot, runsScripts, messageOf });

const bot = (
  kind: string,
  count: number,
  seconds: Profile['seconds'],
  text: Profile['messageOf'],
  { fillsHoneypot = false, runsScripts = false } = {},
): Profile => ({ kind, count, seconds, fillsHoneypot, runsScripts, messageOf: text });

function visitsOf({ count, messageOf: text, seconds, ...visit }: Profile): Visit[] {
  return Array.from({ length: count }, (_, index) => ({
    ...visit,
    seconds: seconds && seconds[0] + ((seconds[1] - seconds[0]) * index) / count,
    values: {
      name: NAMES[index % NAMES.length]!,
      email: `${visit.kind.replaceAll(/\W/g, '')}.${index}@example.com`,
      message: text(index, visit.kind),
    },
  }));
}

const NAMES = ['Ada Lovelace', 'José García', 'Björn Åkesson', '山田太郎', 'Zoë', 'Олена Коваль', 'محمد', 'Nguyễn Thị Hà'];

/** Texts as people write them: short and long, in their languages, with an address or a few where they would. */
const MESSAGES = [
  (n: number) => `Hello, do you have a table for ${2 + (n % 6)} on the ${1 + (n % 28)}th?`,
  (n: number) => `Guten Tag, ich hätte eine Frage zu meiner Bestellung ${10_000 + n}. Wann kommt sie an?`,
  (n: number) => `Bonjour, pourriez-vous me rappeler au 01 23 45 ${10 + (n % 90)} 67 ? Merci d'avance.`,
  (n: number) => `Buenos días, quisiera cambiar mi cita del día ${1 + (n % 28)}.`,
  () => 'Thanks!',
  (n: number) => `見積もりをお願いします。注文番号は${n}です。`,
  (n: number) => `My portfolio: https://example.com/${n}, https://example.org/${n} and www.example.net/${n}`,
  (n: number) => `${'The heating in our flat does not work again. '.repeat(1 + (n % 8))}Flat ${n}.`,
  (n: number) => `Добрий день! Чи є ще місця на курс ${n}?`,
  (n: number) => `The page https://example.com/help?id=${n} shows an error 500.`,
];

const messageOf = (index: number): string => MESSAGES[index % MESSAGES.length]!(index);

const PITCH = (): string => 'We will bring your website to the first page of all search engines within a week. Reply for prices.';
const OFFER = (index: number, kind: string): string =>
  `Dear owner, one who ${kind} has offer no. ${index}: better traffic, more sales, less work.`;
const LINKS = (index: number): string =>
  Array.from({ length: 12 }, (_, n) => `[url=http://pills-${index}-${n}.example]cheap[/url]`).join(' ');
