import { join } from 'node:path';
import type { Mail } from '../../platform/mail/mail.types';
import { htmlTemplates, textTemplates } from '../../platform/templates/file-templates';
import type { DueSignInMail } from './sign-in-mail.types';

const folder = join(__dirname, 'templates');
const html = htmlTemplates(folder);
const text = textTemplates(folder);

/** The secrets of a mail: the link to open, or the code to type. */
export interface MailSecrets {
  url: string;
  code: string;
}

/** The content of a mail to a person. Names come from other people, so that they stand in no link and no header but the subject. */
export function signInMailContent(mail: DueSignInMail, secrets: MailSecrets): Required<Pick<Mail, 'subject' | 'text' | 'html'>> {
  const view = { url: null, code: null, label: null, ...VIEWS[mail.purpose](mail, secrets) };
  return { subject: view.subject, text: text.render('sign-in-mail-text', view), html: html.render('sign-in-mail-html', view) };
}

interface MailView {
  subject: string;
  before: string[];
  url?: string;
  label?: string;
  code?: string;
  after: string[];
}

const VIEWS: Record<DueSignInMail['purpose'], (mail: DueSignInMail, secrets: MailSecrets) => MailView> = {
  sign_in: ({ name, browser }, { url }) => ({
    subject: 'Your link to sign in',
    before: [`Hello ${name},`, `somebody asked to sign in to your forms${askedWith(browser)}. This link signs you in:`],
    url,
    label: 'Sign in',
    after: [
      'It works once, within ten minutes, in the browser in which you asked for it. In another browser it shows a code to type into the first one.',
      'If you did not ask for it, do nothing, and give neither the link nor the code to anybody.',
    ],
  }),
  invitation: ({ name, accountName, expiresAt }, { url }) => ({
    subject: `${accountName} invites you to its forms`,
    before: [`Hello ${name},`, `${accountName} invites you to work with its forms. This link signs you in for the first time:`],
    url,
    label: 'Accept the invitation',
    after: [
      `It works once, until ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC. Later you sign in with this address.`,
      'If you know nothing of it, do nothing.',
    ],
  }),
  proof: ({ name }, { code }) => ({
    subject: 'Your code for the console',
    before: [`Hello ${name},`, 'the console asks who is there before it does what you asked for. Type this code there:'],
    code,
    after: [
      'It is valid for ten minutes, and for five tries.',
      'If you were not asked for a code, somebody else uses one of your sessions. End it in the console, under "Account".',
    ],
  }),
};

const askedWith = (browser: string | null): string => (browser === null ? '' : `, with ${browser}`);
