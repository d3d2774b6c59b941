export interface EmbedTexts {
  sending: string;
  accepted: string;
  /** The text after a waiting submission was accepted. */
  acceptedLater: string;
  refused: string;
  refusedLater: string;
  /** The text after an attempt that was not answered, or that the service has put off: the network may be there. */
  storedOffline: string;
  /** The text for a browser that cannot keep the submission beyond this page. */
  keepOpen: string;
  /** The text for a page whose Content Security Policy forbids to send. */
  forbidden: string;
  /** Texts by the codes of errors that the page has not caused. */
  refusals: Readonly<Record<string, string>>;
  fullOption: string;
  unsolved: string;
  left: (places: number) => string;
  noPlaces: string;
  opens: (when: string) => string;
  closed: (when: string) => string;
}

export const textsFor = (language: string): EmbedTexts => (TEXTS as Partial<Record<string, EmbedTexts>>)[language] ?? TEXTS.en;

export const TEXTS = {
  en: {
    sending: 'Sending …',
    accepted: 'Thank you. Your message has been received.',
    acceptedLater: 'Your saved message has now been sent.',
    refused: 'Please check your answers.',
    refusedLater: 'Your saved message could not be accepted.',
    storedOffline: 'Your message could not be sent yet. It is saved on this device and will be sent as soon as possible.',
    keepOpen: 'Your message will be sent as soon as possible. Please keep this page open.',
    forbidden: 'A fault of this page prevents your message from being sent. It has not been saved. Please contact us in another way.',
    refusals: {
      form_closed: 'This form does not take answers at this time, so yours have not been sent.',
      no_places_left: 'All places are taken, so your answers could not be accepted.',
      duplicate_submission: 'Your answers were received before. They can be sent once only.',
      origin_not_allowed:
        'This form does not take messages from this website, so yours has not been sent. Please contact us in another way.',
      form_disabled: 'This form does not take messages any more, so yours has not been sent.',
    },
    fullOption: 'This option is full. Please choose another one.',
    unsolved:
      'Your browser could not solve the small task that keeps spam away. Please open this page with https:// in a current browser and send again.',
    left: (places) => (places === 0 ? 'full' : places === 1 ? '1 place left' : `${places} places left`),
    noPlaces: 'All places are taken.',
    opens: (when) => `This form opens on ${when}.`,
    closed: (when) => `This form took answers until ${when}.`,
  },
  de: {
    sending: 'Wird gesendet …',
    accepted: 'Vielen Dank. Ihre Nachricht ist angekommen.',
    acceptedLater: 'Ihre gespeicherte Nachricht wurde jetzt gesendet.',
    refused: 'Bitte prüfen Sie Ihre Angaben.',
    refusedLater: 'Ihre gespeicherte Nachricht konnte nicht angenommen werden.',
    storedOffline:
      'Ihre Nachricht konnte noch nicht gesendet werden. Sie ist auf diesem Gerät gespeichert und wird gesendet, sobald es möglich ist.',
    keepOpen: 'Ihre Nachricht wird gesendet, sobald es möglich ist. Bitte lassen Sie diese Seite geöffnet.',
    forbidden:
      'Ein Fehler dieser Seite verhindert, dass Ihre Nachricht gesendet wird. Sie ist nicht gespeichert. Bitte wenden Sie sich auf anderem Weg an uns.',
    refusals: {
      form_closed: 'Dieses Formular nimmt zurzeit keine Antworten an, daher wurden Ihre nicht gesendet.',
      no_places_left: 'Alle Plätze sind vergeben, daher konnten Ihre Antworten nicht angenommen werden.',
      duplicate_submission: 'Ihre Antworten sind schon einmal eingegangen. Sie können nur einmal gesendet werden.',
      origin_not_allowed:
        'Dieses Formular nimmt von dieser Website keine Nachrichten an, daher wurde Ihre nicht gesendet. Bitte wenden Sie sich auf anderem Weg an uns.',
      form_disabled: 'Dieses Formular nimmt keine Nachrichten mehr an, daher wurde Ihre nicht gesendet.',
    },
    fullOption: 'Diese Auswahl ist ausgebucht. Bitte wählen Sie eine andere.',
    unsolved:
      'Ihr Browser konnte die kleine Rechenaufgabe nicht lösen, die Spam fernhält. Bitte öffnen Sie diese Seite mit https:// in einem aktuellen Browser und senden Sie noch einmal.',
    left: (places) => (places === 0 ? 'ausgebucht' : places === 1 ? 'noch 1 Platz' : `noch ${places} Plätze`),
    noPlaces: 'Alle Plätze sind vergeben.',
    opens: (when) => `Dieses Formular öffnet am ${when}.`,
    closed: (when) => `Dieses Formular nahm Antworten bis ${when} an.`,
  },
  fr: {
    sending: 'Envoi en cours…',
    accepted: 'Merci. Votre message nous est bien parvenu.',
    acceptedLater: 'Votre message enregistré vient d’être envoyé.',
    refused: 'Veuillez vérifier vos réponses.',
    refusedLater: 'Votre message enregistré n’a pas pu être accepté.',
    storedOffline: 'Votre message n’a pas encore pu être envoyé. Il est enregistré sur cet appareil et sera envoyé dès que possible.',
    keepOpen: 'Votre message sera envoyé dès que possible. Veuillez laisser cette page ouverte.',
    forbidden: 'Une erreur de cette page empêche l’envoi de votre message. Il n’a pas été enregistré. Veuillez nous contacter autrement.',
    refusals: {
      form_closed: 'Ce formulaire n’accepte pas de réponses en ce moment\u00a0: les vôtres n’ont pas été envoyées.',
      no_places_left: 'Toutes les places sont prises\u00a0: vos réponses n’ont pas pu être acceptées.',
      duplicate_submission: 'Vos réponses ont déjà été reçues. Elles ne peuvent être envoyées qu’une fois.',
      origin_not_allowed:
        'Ce formulaire n’accepte pas de messages de ce site\u00a0: le vôtre n’a pas été envoyé. Veuillez nous contacter autrement.',
      form_disabled: 'Ce formulaire n’accepte plus de messages\u00a0: le vôtre n’a pas été envoyé.',
    },
    fullOption: 'Ce choix est complet. Veuillez en prendre un autre.',
    unsolved:
      'Votre navigateur n’a pas pu résoudre le petit calcul qui éloigne le spam. Veuillez ouvrir cette page avec https:// dans un navigateur à jour, puis envoyer à nouveau.',
    left: (places) => (places === 0 ? 'complet' : places === 1 ? 'encore 1 place' : `encore ${places} places`),
    noPlaces: 'Toutes les places sont prises.',
    opens: (when) => `Ce formulaire ouvre le ${when}.`,
    closed: (when) => `Ce formulaire acceptait des réponses jusqu’au ${when}.`,
  },
  es: {
    sending: 'Enviando…',
    accepted: 'Gracias. Hemos recibido su mensaje.',
    acceptedLater: 'Su mensaje guardado se acaba de enviar.',
    refused: 'Revise sus respuestas.',
    refusedLater: 'Su mensaje guardado no se ha podido aceptar.',
    storedOffline: 'Su mensaje aún no se ha podido enviar. Se ha guardado en este dispositivo y se enviará en cuanto sea posible.',
    keepOpen: 'Su mensaje se enviará en cuanto sea posible. Deje esta página abierta.',
    forbidden: 'Un error de esta página impide enviar su mensaje. No se ha guardado. Póngase en contacto con nosotros de otra manera.',
    refusals: {
      form_closed: 'Este formulario no admite respuestas en este momento, así que las suyas no se han enviado.',
      no_places_left: 'Todas las plazas están ocupadas, así que sus respuestas no se han podido aceptar.',
      duplicate_submission: 'Sus respuestas ya se recibieron. Solo se pueden enviar una vez.',
      origin_not_allowed:
        'Este formulario no admite mensajes de este sitio web, así que el suyo no se ha enviado. Póngase en contacto con nosotros de otra manera.',
      form_disabled: 'Este formulario ya no admite mensajes, así que el suyo no se ha enviado.',
    },
    fullOption: 'Esta opción está completa. Elija otra, por favor.',
    unsolved:
      'Su navegador no ha podido resolver el pequeño cálculo que mantiene alejado el spam. Abra esta página con https:// en un navegador actual y envíe de nuevo.',
    left: (places) => (places === 0 ? 'completo' : places === 1 ? 'queda 1 plaza' : `quedan ${places} plazas`),
    noPlaces: 'Todas las plazas están ocupadas.',
    opens: (when) => `Este formulario se abre el ${when}.`,
    closed: (when) => `Este formulario admitió respuestas hasta el ${when}.`,
  },
} satisfies Record<string, EmbedTexts>;
