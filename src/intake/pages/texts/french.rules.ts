import { sizeText } from '../../../platform/text/text.rules';
import { acceptText } from './format.rules';
import type { PageTexts } from './page-texts.types';

const size = (bytes: number): string => sizeText(bytes, 'fr');
const kinds = (accept: readonly string[]): string => acceptText(accept, 'fr');

export const FRENCH: PageTexts = {
  form: {
    submit: 'Envoyer',
    requiredNote: 'Champ obligatoire',
    optional: 'facultatif',
    choose: 'Veuillez choisir',
    entry: (position) => `Élément ${position}`,
    honeypot: 'Laissez ce champ vide',
    needsScript: 'Veuillez activer JavaScript\u00a0: une vérification contre les programmes de spam en a besoin.',
    full: 'complet',
  },
  problems: {
    heading: (count) => (count === 1 ? 'Veuillez vérifier une réponse' : `Veuillez vérifier ${count} réponses`),
    notSent: 'Vos réponses n’ont pas été envoyées',
    prefix: 'Erreur\u00a0: ',
  },
  notices: {
    expired: {
      title: 'Veuillez renvoyer le formulaire',
      text: 'Cette page est restée ouverte longtemps, rien n’a donc encore été envoyé. Vos réponses sont toujours là.',
    },
    choose_files_again: {
      title: 'Veuillez choisir à nouveau vos fichiers',
      text: 'Pour votre sécurité, les navigateurs ne conservent pas les fichiers choisis. Vos autres réponses sont toujours là.',
    },
  },
  help: {
    url: 'L’adresse complète, par exemple https://example.com',
    ipv4: 'Par exemple 192.0.2.1',
    ipv6: 'Par exemple 2001:db8::1',
    uuid: 'Par exemple 123e4567-e89b-12d3-a456-426614174000',
    slug: 'Lettres minuscules, chiffres et traits d’union',
    hex_color: 'Par exemple #1a2b3c',
    alpha_numeric: 'Lettres de A à Z et chiffres',
    date: 'Année, mois et jour, par exemple 2026-03-31',
    files: ({ maxFiles, maxBytes, accept }) => {
      const limit = maxFiles === 1 ? `Un fichier de ${size(maxBytes)} maximum` : `Jusqu’à ${maxFiles} fichiers de ${size(maxBytes)} chacun`;
      return accept === null ? `${limit}.` : `${limit}. Formats acceptés\u00a0: ${kinds(accept)}.`;
    },
  },
  thanks: { title: 'Merci', text: 'Vos réponses nous sont bien parvenues.', again: 'Envoyer une autre réponse' },
  confirmation: {
    sent: {
      ask: 'Un e-mail vous est envoyé. Veuillez ouvrir son lien pour confirmer votre adresse.',
      require:
        'Un e-mail vous est envoyé. Vos réponses compteront dès que vous aurez confirmé votre adresse avec son lien, dans les sept jours.',
    },
    question: {
      title: 'Est-ce votre adresse ?',
      text: 'Vous avez rempli ce formulaire. Veuillez confirmer votre adresse e-mail.',
      button: 'Confirmer mon adresse',
    },
    done: { title: 'Merci, votre adresse est confirmée', text: 'Il n’y a rien d’autre à faire. Vous pouvez fermer cette page.' },
    taken: {
      title: 'Vos réponses nous étaient déjà parvenues',
      text: 'Elles ne peuvent être envoyées qu’une fois : celles-ci n’ont pas été acceptées.',
    },
    full: {
      title: 'Toutes les places sont prises',
      text: 'Elles l’étaient avant que vous ne confirmiez votre adresse, si bien que vos réponses n’ont pas pu être acceptées.',
    },
    ended: {
      title: 'Ce lien n’est plus valable',
      text: 'Vos réponses ont été supprimées, ou le lien n’est pas complet. Si besoin, veuillez remplir le formulaire à nouveau.',
    },
  },
  closed: { title: 'Ce formulaire est fermé', text: 'Il n’accepte plus de réponses.' },
  unopened: { title: 'Ce formulaire n’est pas encore ouvert', text: (when) => `Il ouvre le ${when}.` },
  ended: { title: 'Ce formulaire est fermé', text: (when) => `Il acceptait des réponses jusqu’au ${when}.` },
  full: { title: 'Toutes les places sont prises', text: 'Ce formulaire n’accepte plus de réponses.' },
  notFound: {
    title: 'Il n’y a pas de formulaire ici',
    text: 'Il a peut-être été supprimé, ou l’adresse est incomplète. Veuillez vérifier le lien que vous avez suivi.',
  },
  unavailable: {
    title: 'Le formulaire ne peut pas être affiché pour le moment',
    text: 'Veuillez réessayer dans un instant.',
    again: 'Réessayer',
  },
  refused: {
    back: 'Utilisez le bouton Retour de votre navigateur pour revenir au formulaire. Vos réponses devraient encore s’y trouver.',
    kept: 'Vos réponses sont toujours là. Vous pouvez les envoyer à nouveau depuis cette page.',
    sendAgain: 'Envoyer à nouveau',
    website: (host) => `Retour à ${host}`,
    form: 'Ouvrir un formulaire vide',
  },
  messages: {
    required: () => 'Veuillez remplir ce champ.',
    required_choice: () => 'Veuillez choisir une option.',
    required_choices: () => 'Veuillez choisir au moins une option.',
    required_confirmation: () => 'Veuillez cocher cette case.',
    required_file: () => 'Veuillez choisir un fichier.',
    not_text: () => 'Veuillez saisir un texte.',
    not_number: () => 'Veuillez saisir un nombre.',
    number_with_comma: () => 'Veuillez écrire le nombre avec un point et sans virgule, par exemple 1234.5.',
    number_too_large: () => 'Ce nombre est trop grand.',
    not_date: () => 'Veuillez saisir une date valide, par exemple 2026-03-31.',
    not_boolean: () => 'Veuillez répondre par oui ou par non.',
    not_list: () => 'Veuillez donner une liste de réponses.',
    not_file: () => 'Veuillez choisir un fichier.',
    file_not_taken: () => 'Ce champ n’accepte pas de fichiers.',
    file_without_field: ({ filename }) =>
      `«\u00a0${filename}\u00a0» ne peut pas être envoyé\u00a0: le formulaire n’y accepte pas de fichier.`,
    one_value_only: () => 'Veuillez donner une seule réponse.',
    value_too_long: ({ maxBytes }) => `Cette réponse est trop longue\u00a0: ${size(maxBytes)} au maximum.`,
    preset_not_met: ({ preset }) => PRESETS[preset],
    not_an_option: () => 'Veuillez choisir parmi les options proposées.',
    null_character: () => 'Cette réponse contient un caractère qui ne peut pas être envoyé (U+0000).',
    unstorable: () => 'Cette réponse contient un caractère ou un nombre qui ne peut pas être enregistré.',
    null_character_in_name: () => 'Le nom d’un champ contient un caractère qui ne peut pas être envoyé (U+0000).',
    reserved_name: () => 'Un champ ne peut pas porter ce nom.',
    name_too_long: ({ maxLength }) => `Le nom d’un champ ne peut pas dépasser ${maxLength} caractères.`,
    nothing_sent: () => 'Rien n’a été envoyé. Veuillez remplir le formulaire.',
    too_many_fields: ({ maxFields }) => `Vous pouvez envoyer ${maxFields} réponses au maximum en une fois.`,
    too_many_files: ({ maxFiles }) =>
      maxFiles === 1 ? 'Veuillez choisir un seul fichier.' : `Veuillez choisir ${maxFiles} fichiers au maximum.`,
    file_too_large: ({ filename, maxBytes }) =>
      `«\u00a0${filename}\u00a0» est trop volumineux. Un fichier ne peut pas dépasser ${size(maxBytes)}.`,
    file_type_not_accepted: ({ filename, accept }) =>
      `«\u00a0${filename}\u00a0» ne peut pas être envoyé ici. Formats acceptés\u00a0: ${kinds(accept)}.`,
    file_type_not_allowed: ({ filename }) => `Les fichiers comme «\u00a0${filename}\u00a0» ne peuvent pas être envoyés.`,
    file_content_differs: ({ filename }) =>
      `Le contenu de «\u00a0${filename}\u00a0» ne correspond pas à son nom. Veuillez choisir un autre fichier.`,
    file_empty: ({ filename }) => `«\u00a0${filename}\u00a0» est vide. Veuillez choisir un autre fichier.`,
    file_infected: ({ filename }) => `«\u00a0${filename}\u00a0» contient un logiciel malveillant et a été refusé.`,
    files_too_large: ({ maxBytes }) => `Vos fichiers sont trop volumineux. Ensemble, ils ne peuvent pas dépasser ${size(maxBytes)}.`,
    upload_timed_out: () => 'Le transfert a duré trop longtemps. Veuillez réessayer, si possible avec des fichiers moins volumineux.',
    too_large: ({ maxBytes }) => `Vos réponses sont trop longues. Ensemble, elles ne peuvent pas dépasser ${size(maxBytes)}.`,
    form_misconfigured: () =>
      'Ce formulaire n’est pas configuré correctement et n’a pas pu recevoir vos réponses. Veuillez en informer le responsable du site.',
    boundary_missing: () =>
      'Ce site a défini l’en-tête Content-Type sans le paramètre «\u00a0boundary\u00a0». Il ne doit pas le définir lui-même\u00a0: c’est le navigateur qui le fait.',
    encoding_not_taken: () => 'Ce site a envoyé vos réponses dans un format qui n’est pas accepté. Veuillez en informer son responsable.',
    origin_not_listed: () => 'Ce formulaire n’accepte pas de réponses de ce site. Veuillez en informer son responsable.',
    origin_hidden: () =>
      'Votre navigateur n’a pas indiqué de quel site vous envoyez\u00a0: ce site le cache par sa Referrer-Policy. Veuillez en informer son responsable, qui peut choisir strict-origin-when-cross-origin.',
    origin_missing: () =>
      'Ce formulaire accepte les réponses de ses sites et des programmes qui envoient son jeton. Ni l’un ni l’autre n’est indiqué.',
    rate_limited: () =>
      'Beaucoup de réponses arrivent de votre réseau en ce moment. Veuillez patienter une minute, puis envoyer à nouveau.',
    form_busy: () => 'Beaucoup de réponses arrivent à ce formulaire en ce moment. Veuillez patienter une minute, puis envoyer à nouveau.',
    quota_exceeded: () => 'Ce formulaire ne peut plus recevoir de réponses pour le moment. Veuillez réessayer plus tard.',
    form_closed: () => 'Ce formulaire n’accepte pas de réponses en ce moment : les vôtres n’ont pas été envoyées.',
    no_places: () => 'Toutes les places sont prises : vos réponses n’ont pas pu être acceptées.',
    option_full: () => 'Ce choix est complet. Veuillez en prendre un autre.',
    unverified: () => 'Veuillez confirmer que vous êtes une personne, avec la vérification au-dessus du bouton, puis renvoyer.',
    duplicate: () => 'Vos réponses ont déjà été reçues. Elles ne peuvent être envoyées qu’une fois.',
    unsolved: () =>
      'Votre navigateur n’a pas résolu le petit calcul qui éloigne le spam. Veuillez autoriser JavaScript pour cette page, l’ouvrir avec https:// et un navigateur à jour, puis envoyer à nouveau.',
    service_unavailable: () => 'Vos réponses n’ont pas pu être enregistrées. Veuillez réessayer dans un instant.',
    form_changed: () => 'Ce formulaire vient d’être modifié. Veuillez relire vos réponses et les envoyer à nouveau.',
    malformed: () => 'Vos réponses nous sont parvenues incomplètes. Veuillez les envoyer à nouveau.',
    unreadable_text: () =>
      'Certains caractères n’ont pas pu être lus et apparaissent comme \ufffd. Veuillez relire vos réponses et les envoyer à nouveau.',
  },
};

const PRESETS = {
  email: 'Veuillez saisir une adresse e-mail, par exemple nom@example.com.',
  url: 'Veuillez saisir une adresse complète qui commence par https:// ou http://.',
  tel: 'Veuillez saisir un numéro de téléphone, par exemple +33 1 99 00 12 34.',
  ipv4: 'Veuillez saisir une adresse IPv4, par exemple 192.0.2.1.',
  ipv6: 'Veuillez saisir une adresse IPv6, par exemple 2001:db8::1.',
  uuid: 'Veuillez saisir un UUID, par exemple 123e4567-e89b-12d3-a456-426614174000.',
  slug: 'Veuillez n’utiliser que des lettres minuscules et des chiffres, séparés par des traits d’union simples.',
  hex_color: 'Veuillez saisir une couleur, par exemple #1a2b3c.',
  alpha_numeric: 'Veuillez n’utiliser que les lettres de A à Z et des chiffres.',
  integer: 'Veuillez saisir un nombre entier.',
};
