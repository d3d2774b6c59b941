import { VISITOR_MAIL_SKIPS } from '../../../src/workflows/model/visitor-mail.types';
import { code, paragraphs, table } from '../markdown';

/** Mails to visitors, and the codes of those that are not sent. */
export const visitorMailsSection = (): string =>
  paragraphs(
    '## Mails to visitors',
    'An `email` node with a template in `to` sends to an address that anybody may have entered. [Mails to visitors](visitors.md) says what such a mail may do. Its `to` is one field of the form alone, a text with the preset `email`. What `{{ }}` puts out in its subject and texts is one line of at most 80 characters, and `…` where it could lead somewhere; links are those of your template. `{{ submission.copy }}` repeats all that was submitted, where the form asks for a proof of work or siteverify at the level `require`, or `respondent.confirm` is `require`. Nothing is attached.',
    'A mail that is not sent, or whose address does not exist, is no failure of the run: its step is `skipped` with one of these codes, takes the port `out` and costs nothing, and so says the delivery of the submission.',
    table(
      ['code', 'meaning'],
      Object.entries(VISITOR_MAIL_SKIPS).map(([name, meaning]) => [code(name), meaning]),
    ),
  );
