import type { Language } from '../forms/languages.types';

/** The texts of the mail, whose only parts from elsewhere are the name of the form, the link and a time. */
export interface ConfirmationMailTexts {
  subject: string;
  question: (form: string) => string;
  button: string;
  /** For a submission that is held until the confirmation. */
  heldUntil: (when: string) => string;
  notYou: string;
}

export const CONFIRMATION_MAIL_TEXTS: Record<Language, ConfirmationMailTexts> = {
  en: {
    subject: 'Please confirm your e-mail address',
    question: (form) => `Your address was entered in the form “${form}”. Please confirm that it is yours:`,
    button: 'Confirm my address',
    heldUntil: (when) => `What was sent waits for this. It is deleted on ${when} if nobody confirms it until then.`,
    notYou: 'If you know nothing of it, do nothing: somebody has mistyped an address.',
  },
  de: {
    subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
    question: (form) => `Ihre Adresse wurde in das Formular „${form}“ eingetragen. Bitte bestätigen Sie, dass es Ihre ist:`,
    button: 'Meine Adresse bestätigen',
    heldUntil: (when) => `Was gesendet wurde, wartet darauf. Es wird am ${when} gelöscht, wenn es bis dahin niemand bestätigt.`,
    notYou: 'Wenn Sie davon nichts wissen, tun Sie nichts: Jemand hat sich bei einer Adresse vertippt.',
  },
  fr: {
    subject: 'Veuillez confirmer votre adresse e-mail',
    question: (form) =>
      `Votre adresse a été saisie dans le formulaire «\u00a0${form}\u00a0». Veuillez confirmer qu’elle est la vôtre\u00a0:`,
    button: 'Confirmer mon adresse',
    heldUntil: (when) => `Ce qui a été envoyé attend cette confirmation et sera supprimé le ${when} si personne ne la donne d’ici là.`,
    notYou: 'Si vous n’en savez rien, ne faites rien\u00a0: quelqu’un s’est trompé d’adresse.',
  },
  es: {
    subject: 'Confirme su dirección de correo',
    question: (form) => `Su dirección se ha escrito en el formulario «${form}». Confirme que es la suya:`,
    button: 'Confirmar mi dirección',
    heldUntil: (when) => `Lo que se envió espera esta confirmación y se borrará el ${when} si nadie lo confirma antes.`,
    notYou: 'Si no sabe nada de esto, no haga nada: alguien se ha equivocado al escribir una dirección.',
  },
};

/** For the owner: why a submission is held although its visitor was not asked to confirm it. */
export const unsentDetail = (errorCode: string): string =>
  `The visitor was not asked to confirm the address: ${(CAUSES as Partial<Record<string, string>>)[errorCode] ?? `the mail could not be sent (${errorCode}).`}`;

const CAUSES = {
  visitor_mail_limit: 'the limit of mails to visitors was reached.',
  recipient_stopped: 'it wants no more mails.',
  rejected_recipient: 'the mail server refused it, so the visitor may have mistyped it.',
  smtp_not_configured: 'the service has no mail server.',
  confirmation_off: 'the form asks for no confirmation any more.',
};
