import type { CreatedForm } from '../../support/forms';
import { Notices } from './notices.fixture';

let owner: Notices;
beforeAll(async () => {
  owner = await Notices.start();
});

/** A trouble of a form from one day to another, both included. */
interface Trouble {
  title: string;
  from: number;
  to: number;
  /** Makes it so on one of its days. */
  live: (form: CreatedForm, day: number) => Promise<unknown>;
  end?: (form: CreatedForm) => Promise<unknown>;
  /** The days after its last one on which its end is told. */
  quiet: number;
}

const query = (sql: string, parameters: unknown[]) => owner.app.database.query(sql, parameters);

const refusals = (kind: string, name: string, reason: string) => (form: CreatedForm) =>
  query(
    `insert into form_refusals (form_id, kind, name, reason, day, count, visitors, first_seen_at, seen_at)
     values ($1, $2, $3, $4, (now() at time zone 'utc')::date, 9, '{a,b,c,d,e}', now(), now())`,
    [form.id, kind, name, reason],
  );
const storing = (bytes: number) => (form: CreatedForm) =>
  query('update form_stats set stored_bytes = $2 where form_id = $1', [form.id, bytes]);

const TROUBLES: Trouble[] = [
  {
    ...{ title: 'Visitors of a website are refused', from: 5, to: 9, quiet: 7 },
    live: refusals('origin', 'https://other.example', 'not_listed'),
  },
  { title: 'Values were not kept', from: 12, to: 12, quiet: 7, live: refusals('dropped', 'letter', 'too_long') },
  { title: 'A quota is used up', from: 20, to: 25, quiet: 1, live: storing(1000), end: storing(0) },
  { title: 'A quota is nearly used up', from: 30, to: 31, quiet: 1, live: storing(850), end: storing(0) },
];

it('tells within a day of each trouble of sixty days and of its end, and of nothing else', async () => {
  const forms: CreatedForm[] = [];
  for (let number = 0; number < 12; number += 1) {
    const members = { name: `Form ${number}`, allowed_origins: ['https://mine.example'], fields: [{ name: 'cv', type: 'file' }] };
    forms.push(
      await owner.form(members, { intake: { max_stored_bytes: 1000 }, notifications: { to: [`owner-of-${number}@example.com`] } }),
    );
  }
  const told: string[] = [];
  const expected: string[] = [];
  for (let day = 1; day <= 60; day += 1) {
    for (const [index, trouble] of TROUBLES.entries()) {
      const form = forms[index]!;
      if (day >= trouble.from && day <= trouble.to) await trouble.live(form, day);
      if (day === trouble.to + 1) await trouble.end?.(form);
      if (day === trouble.from) expected.push(`${day} owner-of-${index}@example.com: ${trouble.title}: Form ${index}`);
      if (day === trouble.to + trouble.quiet) expected.push(`${day} owner-of-${index}@example.com: Over: ${trouble.title}: Form ${index}`);
    }
    for (let hour = 0; hour < 3; hour += 1) await owner.tell();
    told.push(...owner.takeSubjects().map((subject) => `${day} ${subject}`));
    await owner.pass('1 day');
  }
  expect(told.sort()).toEqual(expected.sort());
});
