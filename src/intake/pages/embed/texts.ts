import type { Language } from '../../../forms/form-settings.types';

/** The texts of the script itself; everything else comes from the page or the service. */
export interface EmbedTexts {
  sending: string;
  accepted: string;
  /** A submission that had waited has been accepted. */
  acceptedLater: string;
  refused: string;
  refusedLater: string;
  storedOffline: string;
  /** The browser cannot keep the submission beyond this page. */
  keepOpen: string;
  /** The policy of the page lets nothing be sent. */
  forbidden: string;
}

export const textsFor = (language: string): EmbedTexts =>
  (TEXTS as Partial<Record<string, EmbedTexts>>)[language] ?? TEXTS.en;

const TEXTS: Record<Language, EmbedTexts> = {
  en: {
    sending: 'Sending …',
    accepted: 'Thank you. Your message has been received.',
    acceptedLater: 'Your saved message has now been sent.',
    refused: 'Please check your answers.',
    refusedLater: 'Your saved message could not be accepted.',
    storedOffline:
      'There is no connection. Your message is saved on this device and will be sent as soon as there is one.',
    keepOpen: 'There is no connection. Please keep this page open; your message will be sent as soon as there is one.',
    forbidden:
      'A fault of this page prevents your message from being sent. It has not been saved. Please contact us in another way.',
  },
  de: {
    sending: 'Wird gesendet …',
    accepted: 'Vielen Dank. Ihre Nachricht ist angekommen.',
    acceptedLater: 'Ihre gespeicherte Nachricht wurde jetzt gesendet.',
    refused: 'Bitte prüfen Sie Ihre Angaben.',
    refusedLater: 'Ihre gespeicherte Nachricht konnte nicht angenommen werden.',
    storedOffline:
      'Es besteht keine Verbindung. Ihre Nachricht ist auf diesem Gerät gespeichert und wird gesendet, sobald wieder eine besteht.',
    keepOpen:
      'Es besteht keine Verbindung. Bitte lassen Sie diese Seite geöffnet; Ihre Nachricht wird gesendet, sobald wieder eine besteht.',
    forbidden:
      'Ein Fehler dieser Seite verhindert, dass Ihre Nachricht gesendet wird. Sie ist nicht gespeichert. Bitte wenden Sie sich auf anderem Weg an uns.',
  },
  fr: {
    sending: 'Envoi en cours…',
    accepted: 'Merci. Votre message nous est bien parvenu.',
    acceptedLater: 'Votre message enregistré vient d’être envoyé.',
    refused: 'Veuillez vérifier vos réponses.',
    refusedLater: 'Votre message enregistré n’a pas pu être accepté.',
    storedOffline:
      'Il n’y a pas de connexion. Votre message est enregistré sur cet appareil et sera envoyé dès qu’elle sera rétablie.',
    keepOpen:
      'Il n’y a pas de connexion. Veuillez laisser cette page ouverte\u00a0; votre message sera envoyé dès qu’elle sera rétablie.',
    forbidden:
      'Une erreur de cette page empêche l’envoi de votre message. Il n’a pas été enregistré. Veuillez nous contacter autrement.',
  },
  es: {
    sending: 'Enviando…',
    accepted: 'Gracias. Hemos recibido su mensaje.',
    acceptedLater: 'Su mensaje guardado se acaba de enviar.',
    refused: 'Revise sus respuestas.',
    refusedLater: 'Su mensaje guardado no se ha podido aceptar.',
    storedOffline:
      'No hay conexión. Su mensaje se ha guardado en este dispositivo y se enviará en cuanto vuelva a haberla.',
    keepOpen: 'No hay conexión. Deje esta página abierta; su mensaje se enviará en cuanto vuelva a haberla.',
    forbidden:
      'Un error de esta página impide enviar su mensaje. No se ha guardado. Póngase en contacto con nosotros de otra manera.',
  },
};
