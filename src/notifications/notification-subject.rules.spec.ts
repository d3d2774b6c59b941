import { subjectValues } from './notification-subject.rules';
import type { Answer, NotifiedSubmission } from './notification.types';

const submission = (...answers: Answer[]): NotifiedSubmission => ({
  receivedAt: new Date(0),
  answers,
  others: [],
  dropped: [],
  files: [],
  url: null,
});
const subjectOf = (...answers: Answer[]) => subjectValues([submission(...answers)]);
const answer = (value: Answer['value'], label = 'Topic'): Answer => ({ label, value });

describe('the end of a subject', () => {
  it('is the first value that is there and says something', () => {
    expect(subjectOf(answer(null), answer(''), answer(' \u200b '), answer(true), answer('Ada'), answer('second'))).toBe('Ada');
    expect(subjectOf(answer(['a', 'b', 'c', 'd']))).toBe('a, b, c');
    expect(subjectOf(answer(12.5))).toBe('12.5');
    expect(subjectOf(answer(null))).toBe('');
  });

  it('is that of other values where no field has one', () => {
    expect(subjectValues([{ ...submission(answer(null)), others: [answer('Grace')] }])).toBe('Grace');
  });

  it('is that of the first three submissions of a digest', () => {
    expect(subjectValues(['a', 'b', 'c', 'd'].map((value) => submission(answer(value))))).toBe('a, b, c');
  });

  it('adds no header and hides nothing', () => {
    const hostile = 'Ada\r\nBcc: all@example.com\u2028\u202Egpj.exe\u0000\tx';
    expect(subjectOf(answer(hostile))).toBe('Ada Bcc: all@example.com gpj.exe x');
  });

  it('has at most 60 characters, and ends between two of them', () => {
    expect([...subjectOf(answer('🙂'.repeat(1_000)))]).toHaveLength(60);
    expect(subjectOf(answer('🙂'.repeat(1_000)))).toMatch(/^(🙂){59}…$/u);
    const three = subjectValues(['a', 'b', 'c'].map((letter) => submission(answer(letter.repeat(59)))));
    expect([...three]).toHaveLength(60);
  });

  it.each(['password', 'Passwort', 'user_pin', 'IBAN', 'card_number', 'date_of_birth', 'ssn'])('is never the value of %s', (label) => {
    expect(subjectOf(answer('42', label), answer('Ada'))).toBe('Ada');
    expect(subjectOf({ name: label.toLowerCase(), label: 'Yours', value: '42' })).toBe('');
  });
});
