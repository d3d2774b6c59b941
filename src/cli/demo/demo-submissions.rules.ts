/** The number of newest submissions that stay unread. */
export const UNREAD = 6;

/** Creates submissions of the last three days, newest first. */
export const earlierSubmissions = (now: Date): { received_at: string; fields: Record<string, unknown> }[] =>
  PEOPLE.map(([name, email, message], index) => {
    const minutesAgo = 9 + 37 * index + 2.6 * index * index; // from 9 minutes to 48 hours ago, with growing intervals
    return {
      received_at: new Date(now.getTime() - minutesAgo * 60_000).toISOString(),
      fields: { name, email, ...TOPICS[index % TOPICS.length], message },
    };
  });

export const csvOf = (submissions: readonly { received_at: string; fields: Readonly<Record<string, unknown>> }[]): string =>
  [
    ['received_at', ...COLUMNS].join(),
    ...submissions.map(({ received_at, fields }) => [received_at, ...COLUMNS.map((name) => cellOf(fields[name]))].join()),
  ].join('\n');

const COLUMNS = ['name', 'email', 'topic', 'products', 'budget', 'call_back', 'message'];

/** Quotes a value for CSV. The entries of a list are separated by commas. */
const cellOf = (value: unknown = ''): string => `"${String(value).replaceAll('"', '""')}"`;

/** The message of the submission that is in the trash. */
export const AWAY = 'Please cancel the order of last week.';

/** Orders that the workflow reports to the CRM. The first one has a file and a message of two lines. */
export const LARGE_ORDERS = [
  {
    ...{ name: 'Helena Brandt', email: 'helena@hotel-am-see.example', topic: 'An order', products: ['Chairs', 'Tables'] },
    ...{ budget: 18_000, message: 'We furnish a breakfast room for sixty guests.\nPlease send us an offer by Friday.', call_back: true },
  },
  {
    ...{ name: 'Tomás Ferreira', email: 'tomas@atelier-norte.example', topic: 'An order', products: ['Lamps', 'Shelves'] },
    ...{ budget: 24_500, message: 'Two hundred pendant lamps for an office; delivery in two parts is fine.', call_back: false },
  },
] as const;

export const ATTACHED = {
  field: 'drawing',
  filename: 'breakfast-room.txt',
  contentType: 'text/plain',
  text: 'Breakfast room: 9.40 m by 6.20 m, two doors of 0.90 m in the south wall.\nTables for four, 0.80 m by 1.20 m.\n',
};

/** An address that its visitor has mistyped, and what the owner has made of it. */
export const MISTYPED = { sent: 'pat@obrien.exmaple', meant: 'pat@obrien.example' };

/** A submission from a bot, which fills in every field, even the hidden one. */
export const SPAM = {
  ...{ name: 'Best Rankings', email: 'offer@rankings.example', topic: 'Something else' },
  message: 'Your website can be the first in every search! Visit https://rankings.example now.',
  _gotcha: 'Best Rankings',
};

const TOPICS = [
  { topic: 'A question', call_back: false },
  { topic: 'An order', products: ['Chairs'], budget: 640 },
  { topic: 'An order', products: ['Lamps', 'Shelves'], budget: 1_250, call_back: true },
  { topic: 'A question' },
  { topic: 'Something else' },
];

const PEOPLE = [
  ['Ada Lindqvist', 'ada@lindqvist.example', 'We would like a quote for forty seats, delivered before the first of March.'],
  ['李小龍', 'xl@example.hk', '請問你們的營業時間是?'],
  ['Marie Dupont', 'marie@dupont.example', 'Est-ce que la lampe existe aussi en vert ?'],
  ['Jens Petersen', 'jens@petersen.example', 'The shelf arrived with a scratch on its side. Could you send another board?'],
  ['Oluwaseun Adeyemi', 'seun@adeyemi.example', 'The link on your page of prices leads nowhere.'],
  ['Fatima Al-Sayed', 'fatima@alsayed.example', 'هل يمكن توصيل الطاولة إلى عمّان؟'],
  ['Kenji Itō', 'k.ito@example.jp', 'How long is the guarantee for the chairs?'],
  ["Pat O'Brien", 'pat@obrien.exmaple', 'Thank you, that solved it.'],
  ['Lucía Fernández', 'lucia@fernandez.example', 'Four chairs like those of our last order, if they still exist.'],
  ['Marco Rossi', 'm.rossi@example.it', 'Which varnish do you use? It has to be fit for a kindergarten.'],
  ['Samuel Okafor', 'samuel@okafor.example', 'Is there a showroom near Leeds?'],
  ['Ingrid Halvorsen', 'ingrid@halvorsen.example', 'Two desk lamps, one of them with a longer cable.'],
  ['Piotr Nowak', 'piotr@nowak.example', 'Can I pick the shelves up myself?'],
  ['Aisha Khan', 'aisha@khan.example', 'We are a school with little money. Do you sell samples?'],
  ['Noah Weber', 'noah@weber.example', 'Wie hoch ist der Tisch ohne Platte?'],
  ['Chloé Martin', 'chloe@martin.example', 'A lamp for a reading corner. Which one do you recommend?'],
  ['Diego Ramírez', 'diego@ramirez.example', 'The invoice has an old address. The new one is Calle Mayor 12.'],
  ['Sofie Jansen', 'sofie@jansen.example', 'Can the table be made 20 cm longer?'],
  ['Mehmet Yılmaz', 'mehmet@yilmaz.example', 'We meet on Tuesdays and need chairs that can be stacked.'],
  ['Grace Mwangi', 'grace@mwangi.example', 'Is the wood certified?'],
  ['Elias Virtanen', 'elias@virtanen.example', 'One shelf, oak, as on the second picture.'],
  ['Hannah Cohen', 'hannah@cohen.example', AWAY],
  ['Raj Patel', 'raj@patel.example', 'Do you deliver on Saturdays?'],
  ['Emma Novotná', 'emma@novotna.example', 'I am looking for a spare part for a lamp of 2019.'],
  ['Liam Murphy', 'liam@murphy.example', 'A colleague recommended you. Do you rent chairs for a wedding?'],
  ['Yuki Tanaka', 'yuki@tanaka.example', 'The colours on the page and in the catalogue differ.'],
  ['Olga Petrova', 'olga@petrova.example', 'Спасибо за быстрый ответ!'],
  ['Ben Carter', 'ben@carter.example', 'What does shipping to Norway cost?'],
] as const;
