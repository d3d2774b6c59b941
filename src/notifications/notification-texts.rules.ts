import type { Language } from '../forms/languages.types';

export interface NotificationTexts {
  /** The heading of the mail. The subject consists of the heading and the name of the form. */
  heading: (count: number) => string;
  received: (time: string) => string;
  position: (position: number, count: number) => string;
  more: (count: number) => string;
  held: (count: number) => string;
  yes: string;
  no: string;
  empty: string;
  /** The heading of values under names that are not fields of the form. */
  others: string;
  /** The heading of names whose values are beyond the limits and not kept, and what stands before them. */
  dropped: string;
  droppedNames: string;
  files: string;
  filesNote: string;
  open: string;
  replyNote: (address: string) => string;
  /** A note about an address that the mail server does not accept in Reply-To. */
  noReplyNote: (address: string) => string;
  reason: (formName: string) => string;
}

export const NOTIFICATION_TEXTS: Readonly<Record<Language, NotificationTexts>> = {
  en: {
    heading: (count) => (count === 1 ? 'New submission' : `${count} new submissions`),
    received: (time) => `Received on ${time}`,
    position: (position, count) => `Submission ${position} of ${count}`,
    more: (count) => `${count} more ${count === 1 ? 'submission is' : 'submissions are'} not shown in this mail.`,
    held: (count) =>
      count === 1
        ? '1 submission that looks like spam is held in quarantine.'
        : `${count} submissions that look like spam are held in quarantine.`,
    yes: 'Yes',
    no: 'No',
    empty: 'No answer',
    others: 'Not fields of this form',
    dropped: 'Not kept',
    droppedNames: 'Beyond the limits of values that are not fields',
    files: 'Files',
    filesNote: 'The links work for 7 days.',
    open: 'Open submission',
    replyNote: (address) => `A reply to this mail goes to ${address}.`,
    noReplyNote: (address) =>
      `A reply to this mail does not go to ${address}, which the mail server does not take as a reply address. Write a new mail to it.`,
    reason: (formName) => `You receive this mail because notifications are on for the form “${formName}”.`,
  },
  de: {
    heading: (count) => (count === 1 ? 'Neue Einsendung' : `${count} neue Einsendungen`),
    received: (time) => `Eingegangen am ${time}`,
    position: (position, count) => `Einsendung ${position} von ${count}`,
    more: (count) => `${count} weitere ${count === 1 ? 'Einsendung steht' : 'Einsendungen stehen'} nicht in dieser E-Mail.`,
    held: (count) =>
      count === 1
        ? '1 Einsendung, die nach Spam aussieht, liegt in der Quarantäne.'
        : `${count} Einsendungen, die nach Spam aussehen, liegen in der Quarantäne.`,
    yes: 'Ja',
    no: 'Nein',
    empty: 'Keine Angabe',
    others: 'Keine Felder dieses Formulars',
    dropped: 'Nicht gespeichert',
    droppedNames: 'Über den Grenzen für Angaben, die keine Felder sind',
    files: 'Dateien',
    filesNote: 'Die Links gelten 7 Tage.',
    open: 'Einsendung öffnen',
    replyNote: (address) => `Eine Antwort auf diese E-Mail geht an ${address}.`,
    noReplyNote: (address) =>
      `Eine Antwort auf diese E-Mail geht nicht an ${address}, da der Mailserver diese Antwortadresse nicht annimmt. Schreiben Sie eine neue E-Mail an sie.`,
    reason: (formName) => `Sie erhalten diese E-Mail, weil für das Formular „${formName}“ Benachrichtigungen eingeschaltet sind.`,
  },
  fr: {
    heading: (count) => (count === 1 ? 'Nouvelle réponse' : `${count} nouvelles réponses`),
    received: (time) => `Reçue le ${time}`,
    position: (position, count) => `Réponse ${position} sur ${count}`,
    more: (count) =>
      count === 1 ? '1 autre réponse ne figure pas dans cet e-mail.' : `${count} autres réponses ne figurent pas dans cet e-mail.`,
    held: (count) =>
      count === 1
        ? '1 réponse qui ressemble à du spam est en quarantaine.'
        : `${count} réponses qui ressemblent à du spam sont en quarantaine.`,
    yes: 'Oui',
    no: 'Non',
    empty: 'Sans réponse',
    others: 'Hors des champs de ce formulaire',
    dropped: 'Non conservé',
    droppedNames: 'Au-delà des limites pour ce qui n’est pas un champ',
    files: 'Fichiers',
    filesNote: 'Les liens sont valables 7 jours.',
    open: 'Ouvrir la réponse',
    replyNote: (address) => `Si vous répondez à cet e-mail, votre réponse sera envoyée à ${address}.`,
    noReplyNote: (address) =>
      `Si vous répondez à cet e-mail, votre réponse ne sera pas envoyée à ${address}, car le serveur de messagerie n’accepte pas cette adresse de réponse. Écrivez-lui un nouvel e-mail.`,
    reason: (formName) => `Vous recevez cet e-mail parce que les notifications sont activées pour le formulaire «\u00a0${formName}\u00a0».`,
  },
  es: {
    heading: (count) => (count === 1 ? 'Nueva respuesta' : `${count} respuestas nuevas`),
    received: (time) => `Recibida el ${time}`,
    position: (position, count) => `Respuesta ${position} de ${count}`,
    more: (count) =>
      count === 1 ? 'Hay 1 respuesta más que no aparece en este correo.' : `Hay ${count} respuestas más que no aparecen en este correo.`,
    held: (count) =>
      count === 1 ? 'Hay 1 respuesta en cuarentena porque parece spam.' : `Hay ${count} respuestas en cuarentena porque parecen spam.`,
    yes: 'Sí',
    no: 'No',
    empty: 'Sin respuesta',
    others: 'No son campos de este formulario',
    dropped: 'No guardado',
    droppedNames: 'Fuera de los límites de lo que no es un campo',
    files: 'Archivos',
    filesNote: 'Los enlaces son válidos durante 7 días.',
    open: 'Abrir la respuesta',
    replyNote: (address) => `Si responde a este correo, su respuesta se enviará a ${address}.`,
    noReplyNote: (address) =>
      `Si responde a este correo, su respuesta no se enviará a ${address}, porque el servidor de correo no acepta esa dirección de respuesta. Escríbale un correo nuevo.`,
    reason: (formName) => `Recibe este correo porque las notificaciones están activadas para el formulario «${formName}».`,
  },
};
