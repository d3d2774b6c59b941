import type { Language } from '../../../forms/languages.types';

/** `unknown` for a link that no mail has. */
export type StopPageState = 'asked' | 'stopped' | 'unknown';

interface StopTexts extends Record<StopPageState, { title: string; text: string }> {
  button: string;
}

/** The page on which visitors stop the mails that forms send to them. */
export const STOP_TEXTS: Readonly<Record<Language, StopTexts>> = {
  en: {
    asked: {
      title: 'Do you want no more of these mails?',
      text: 'After filling in a form you got a mail. If you stop these mails, no form of the same owner sends any to your address.',
    },
    button: 'Stop these mails',
    stopped: {
      title: 'You get no more of these mails',
      text: 'Your address is off. If you change your mind, tell the owner of the form, who can let mails through again.',
    },
    unknown: {
      title: 'This link does not work',
      text: 'It may have been cut off. Please open the whole link from the latest mail that you got.',
    },
  },
  de: {
    asked: {
      title: 'Möchten Sie keine dieser E-Mails mehr?',
      text: 'Nach dem Ausfüllen eines Formulars haben Sie eine E-Mail bekommen. Wenn Sie diese E-Mails abbestellen, sendet kein Formular desselben Betreibers mehr welche an Ihre Adresse.',
    },
    button: 'E-Mails abbestellen',
    stopped: {
      title: 'Sie bekommen keine dieser E-Mails mehr',
      text: 'Ihre Adresse ist ausgenommen. Falls Sie es sich anders überlegen, sagen Sie es dem Betreiber des Formulars. Er kann die E-Mails wieder zulassen.',
    },
    unknown: {
      title: 'Dieser Link funktioniert nicht',
      text: 'Vielleicht wurde er abgeschnitten. Bitte öffnen Sie den ganzen Link aus der letzten E-Mail, die Sie bekommen haben.',
    },
  },
  fr: {
    asked: {
      title: 'Ne plus recevoir ces e-mails ?',
      text: 'Vous avez reçu un e-mail après avoir rempli un formulaire. Si vous arrêtez ces e-mails, aucun formulaire du même propriétaire n’en enverra plus à votre adresse.',
    },
    button: 'Arrêter ces e-mails',
    stopped: {
      title: 'Vous ne recevrez plus ces e-mails',
      text: 'Votre adresse est exclue. Si vous changez d’avis, dites-le au propriétaire du formulaire, qui peut à nouveau autoriser les e-mails.',
    },
    unknown: {
      title: 'Ce lien ne fonctionne pas',
      text: 'Il a peut-être été coupé. Veuillez ouvrir le lien entier du dernier e-mail que vous avez reçu.',
    },
  },
  es: {
    asked: {
      title: '¿No desea recibir más estos correos?',
      text: 'Recibió un correo después de rellenar un formulario. Si detiene estos correos, ningún formulario del mismo propietario enviará más a su dirección.',
    },
    button: 'No recibir más correos',
    stopped: {
      title: 'Ya no recibirá estos correos',
      text: 'Su dirección queda excluida. Si cambia de opinión, dígaselo al propietario del formulario, que puede volver a permitir los correos.',
    },
    unknown: {
      title: 'Este enlace no funciona',
      text: 'Puede que esté cortado. Abra el enlace completo del último correo que recibió.',
    },
  },
};
