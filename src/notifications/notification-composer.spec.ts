import { LANGUAGES } from '../forms/languages.types';
import { writeNotification } from './notification-composer';
import { NOTIFICATION_TEXTS } from './notification-texts.rules';
import type { NotificationMailModel, NotifiedSubmission } from './notification.types';

const SUBMISSION: NotifiedSubmission = {
  receivedAt: new Date('2026-01-31T14:05:00Z'),
  answers: [
    { label: 'Name', value: 'Ada' },
    { label: 'Message', value: 'first\r\n\nthird' },
    { label: 'Budget', value: 1200.5 },
    { label: 'Topics', value: ['Design', 'Care'] },
    { label: 'Agreed', value: true },
    { label: 'Phone', value: null },
  ],
  others: [],
  dropped: [],
  files: [{ label: 'Floor plan', name: 'plan.pdf', sizeBytes: 1_300_123, url: 'https://forms.example/files/token' }],
  url: 'https://console.example/submissions/1',
};
const MAIL: NotificationMailModel = {
  language: 'en',
  timeZone: null,
  formName: 'Contact',
  count: 1,
  held: 0,
  submissions: [SUBMISSION],
  replyTo: 'ada@example.com',
  hasReplyTo: true,
};
const HOSTILE = `<img src=x onerror=run()>"'&\u0000\r\nBcc: all@example.com`;

const HOSTILE_LINE = `<img src=x onerror=run()>"'& Bcc: all@example.com`;

describe('the mail about a submission', () => {
  it.each([
    ['en', 'Europe/Berlin', 'Received on January 31, 2026 at 15:05 GMT+1'],
    ['de', 'Europe/Berlin', 'Eingegangen am 31. Januar 2026 um 15:05 MEZ'],
    ['fr', 'America/New_York', 'Reçue le 31 janvier 2026 à 09:05 UTC−5'],
    ['de', null, 'Eingegangen am 31. Januar 2026 um 14:05 UTC'],
    ['en', 'Gone/Zone', 'Received on January 31, 2026 at 14:05 UTC'],
  ] as const)('tells times in the zone of the form and names it (%s, %s)', (language, timeZone, received) => {
    expect(writeNotification({ ...MAIL, language, timeZone }).text).toContain(received);
  });

  it.each(LANGUAGES)('names the values that were not kept (%s)', (language) => {
    const dropped = Array.from({ length: 25 }, (_, n) => `name-${n}`);
    const { text, html } = writeNotification({ ...MAIL, language, submissions: [{ ...SUBMISSION, dropped }] });
    for (const written of [text, html]) {
      expect(written).toContain(NOTIFICATION_TEXTS[language].dropped);
      expect(written).toContain('name-19');
      expect(written).not.toContain('name-20');
      expect(written).toContain('+ 5');
    }
  });

  it('is plain text that can be read', () => {
    expect(writeNotification(MAIL).text).toBe(`New submission: Contact

Received on January 31, 2026 at 14:05 UTC

Name
  Ada

Message
  first
  
  third

Budget
  1,200.5

Topics
  Design
  Care

Agreed
  Yes

Phone
  No answer

Files (The links work for 7 days.)
  Floor plan: plan.pdf (1.2 MB)
  https://forms.example/files/token

Open submission:
https://console.example/submissions/1

----------------------------------------
A reply to this mail goes to ada@example.com.
You receive this mail because notifications are on for the form “Contact”.
`);
  });

  it('has values that no field has below the fields, further from the margin', () => {
    const others = [
      { label: 'company', value: 'Acme\nLtd' },
      { label: '_notes', value: ['a', 'b'] },
    ];
    const { text, html } = writeNotification({ ...MAIL, submissions: [{ ...SUBMISSION, others }] });
    expect(text).toContain(`
Phone
  No answer

Not fields of this form

  company
    Acme
    Ltd

  _notes
    a
    b

Files (`);
    expect(html).toMatch(/Phone<[^]*Not fields of this form<[^]*company<[^]*Acme<br>Ltd<[^]*plan\.pdf/);
  });

  it('previews them where the fields are empty', () => {
    const submission = { ...SUBMISSION, answers: [{ label: 'Name', value: null }], others: [{ label: 'email', value: 'ada@example.com' }] };
    expect(writeNotification({ ...MAIL, submissions: [submission] }).html).toContain(
      'overflow:hidden; mso-hide:all;">ada@example.com</div>',
    );
  });

  it('tells where a reply does not go to the address', () => {
    const { text, html } = writeNotification({ ...MAIL, hasReplyTo: false });
    for (const part of [text, html]) expect(part).toContain('A reply to this mail does not go to ada@example.com');
  });

  it('says the same as HTML', () => {
    const { html } = writeNotification(MAIL);
    expect(html).toContain('first<br><br>third');
    expect(html).toContain('Design<br>Care');
    expect(html).toMatch(/Floor plan<.*href="https:\/\/forms.example\/files\/token"/);
    expect(html).toContain('href="https://console.example/submissions/1"');
  });

  it('leaves out what there is not', () => {
    const bare = { ...SUBMISSION, files: [], url: null };
    const { text, html } = writeNotification({ ...MAIL, submissions: [bare], replyTo: null });
    for (const part of [text, html]) {
      expect(part).not.toMatch(/Files|Open submission|A reply/);
    }
  });

  it.each(LANGUAGES)('is complete in %s', (language) => {
    const others = [{ label: 'company', value: 'Acme' }];
    const mail = writeNotification({ ...MAIL, language, submissions: [{ ...SUBMISSION, others }] });
    for (const part of Object.values(mail)) expect(part).not.toMatch(/undefined|\[object|null/);
    expect(mail.text).toContain(NOTIFICATION_TEXTS[language].others);
    expect(mail.html).toContain(`lang="${language}"`);
    expect(mail.text).toMatch(/14:05 UTC/);
  });

  it('shows hostile texts as texts, and keeps them out of the header and of the left margin', () => {
    const answers = [{ label: HOSTILE, value: HOSTILE }];
    const submissions = [{ ...SUBMISSION, answers, others: answers, files: [{ ...SUBMISSION.files[0]!, label: HOSTILE, name: HOSTILE }] }];
    const { subject, html, text } = writeNotification({ ...MAIL, formName: HOSTILE, submissions });
    expect(subject).toBe(`New submission: ${HOSTILE_LINE} – ${HOSTILE_LINE}`);
    expect(html).not.toContain('<img');
    expect(text.split('\n').filter((line) => line.startsWith('Bcc'))).toEqual([]);
    expect(text).toContain('\n  Bcc: all@example.com\n'); // the value may have several lines
  });
});

describe('the digest', () => {
  const second = { ...SUBMISSION, answers: [{ label: 'Name', value: 'Grace' }] };

  it('tells how many there are, and each with its place', () => {
    const { subject, text, html } = writeNotification({
      ...MAIL,
      count: 2,
      submissions: [SUBMISSION, second],
      replyTo: null,
    });
    expect(subject).toBe('2 new submissions: Contact – Ada, Grace');
    for (const part of [text, html]) {
      expect(part.indexOf('Submission 1 of 2')).toBeLessThan(part.indexOf('Submission 2 of 2'));
      expect(part).toContain('Grace');
      expect(part).not.toContain('not shown');
    }
  });

  it.each(LANGUAGES)('tells in %s how many do not fit into it', (language) => {
    const digest = { ...MAIL, language, submissions: [SUBMISSION, second], replyTo: null };
    for (const [count, more] of [
      [3, 1],
      [702, 700],
    ] as const) {
      const { subject, text, html } = writeNotification({ ...digest, count });
      expect(subject).toMatch(new RegExp(`^${count} `));
      for (const part of [text, html]) expect(part).toContain(NOTIFICATION_TEXTS[language].more(more));
    }
  });
});
