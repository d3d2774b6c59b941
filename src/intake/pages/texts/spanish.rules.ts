import { sizeText } from '../../../platform/text/text.rules';
import { acceptText } from './format.rules';
import type { PageTexts } from './page-texts.types';

const size = (bytes: number): string => sizeText(bytes, 'es');
const kinds = (accept: readonly string[]): string => acceptText(accept, 'es');

export const SPANISH: PageTexts = {
  form: {
    submit: 'Enviar',
    requiredNote: 'Campo obligatorio',
    optional: 'opcional',
    choose: 'Elija una opción',
    entry: (position) => `Elemento ${position}`,
    honeypot: 'Deje este campo vacío',
    needsScript: 'Active JavaScript: lo necesita una comprobación contra programas de spam.',
    full: 'completo',
  },
  problems: {
    heading: (count) => (count === 1 ? 'Revise una respuesta' : `Revise ${count} respuestas`),
    notSent: 'Sus respuestas no se han enviado',
    prefix: 'Error: ',
  },
  notices: {
    expired: {
      title: 'Envíe el formulario de nuevo',
      text: 'Esta página ha estado abierta mucho tiempo, por lo que aún no se ha enviado nada. Sus respuestas siguen aquí.',
    },
    choose_files_again: {
      title: 'Elija sus archivos de nuevo',
      text: 'Por su seguridad, los navegadores no conservan los archivos elegidos. Las demás respuestas siguen aquí.',
    },
  },
  help: {
    url: 'La dirección completa, por ejemplo https://example.com',
    ipv4: 'Por ejemplo 192.0.2.1',
    ipv6: 'Por ejemplo 2001:db8::1',
    uuid: 'Por ejemplo 123e4567-e89b-12d3-a456-426614174000',
    slug: 'Letras minúsculas, números y guiones',
    hex_color: 'Por ejemplo #1a2b3c',
    alpha_numeric: 'Letras de la A a la Z y números',
    date: 'Año, mes y día, por ejemplo 2026-03-31',
    files: ({ maxFiles, maxBytes, accept }) => {
      const limit = maxFiles === 1 ? `Un archivo de hasta ${size(maxBytes)}` : `Hasta ${maxFiles} archivos de ${size(maxBytes)} cada uno`;
      return accept === null ? `${limit}.` : `${limit}. Formatos admitidos: ${kinds(accept)}.`;
    },
  },
  thanks: { title: 'Gracias', text: 'Hemos recibido sus respuestas.', again: 'Enviar otra respuesta' },
  confirmation: {
    sent: {
      ask: 'Le hemos enviado un correo. Abra su enlace para confirmar su dirección.',
      require: 'Le hemos enviado un correo. Sus respuestas contarán cuando confirme su dirección con su enlace, en un plazo de siete días.',
    },
    question: {
      title: '¿Es esta su dirección?',
      text: 'Usted ha rellenado este formulario. Confirme su dirección de correo.',
      button: 'Confirmar mi dirección',
    },
    done: { title: 'Gracias, su dirección está confirmada', text: 'No tiene que hacer nada más. Puede cerrar esta página.' },
    taken: { title: 'Ya habíamos recibido sus respuestas', text: 'Solo se pueden enviar una vez, por lo que estas no se han aceptado.' },
    full: {
      title: 'Todas las plazas están ocupadas',
      text: 'Se ocuparon antes de que usted confirmara su dirección, por lo que sus respuestas no se han podido aceptar.',
    },
    ended: {
      title: 'Este enlace ya no es válido',
      text: 'Sus respuestas se han borrado o el enlace no está completo. Si aún lo necesita, rellene el formulario de nuevo.',
    },
  },
  closed: { title: 'Este formulario está cerrado', text: 'Ya no admite respuestas.' },
  unopened: { title: 'Este formulario aún no está abierto', text: (when) => `Se abre el ${when}.` },
  ended: { title: 'Este formulario está cerrado', text: (when) => `Admitió respuestas hasta el ${when}.` },
  full: { title: 'Todas las plazas están ocupadas', text: 'Este formulario no admite más respuestas.' },
  notFound: {
    title: 'Aquí no hay ningún formulario',
    text: 'Es posible que se haya eliminado o que la dirección esté incompleta. Compruebe el enlace que le ha traído aquí.',
  },
  unavailable: {
    title: 'El formulario no se puede mostrar en este momento',
    text: 'Vuelva a intentarlo en un momento.',
    again: 'Volver a intentarlo',
  },
  refused: {
    back: 'Use el botón Atrás de su navegador para volver al formulario. Sus respuestas deberían seguir ahí.',
    kept: 'Sus respuestas siguen aquí. Puede volver a enviarlas desde esta página.',
    sendAgain: 'Volver a enviar',
    website: (host) => `Volver a ${host}`,
    form: 'Abrir un formulario vacío',
  },
  messages: {
    required: () => 'Rellene este campo.',
    required_choice: () => 'Elija una opción.',
    required_choices: () => 'Elija al menos una opción.',
    required_confirmation: () => 'Marque esta casilla.',
    required_file: () => 'Elija un archivo.',
    not_text: () => 'Escriba un texto.',
    not_number: () => 'Escriba un número.',
    number_with_comma: () => 'Escriba el número con un punto y sin coma, por ejemplo 1234.5.',
    number_too_large: () => 'Este número es demasiado grande.',
    not_date: () => 'Escriba una fecha válida, por ejemplo 2026-03-31.',
    not_boolean: () => 'Responda sí o no.',
    not_list: () => 'Indique una lista de respuestas.',
    not_file: () => 'Elija un archivo.',
    file_not_taken: () => 'Este campo no admite archivos.',
    file_without_field: ({ filename }) => `«${filename}» no se puede enviar: el formulario no admite archivos ahí.`,
    one_value_only: () => 'Indique una sola respuesta.',
    value_too_long: ({ maxBytes }) => `Esta respuesta es demasiado larga: se admiten ${size(maxBytes)} como máximo.`,
    preset_not_met: ({ preset }) => PRESETS[preset],
    not_an_option: () => 'Elija entre las opciones disponibles.',
    null_character: () => 'Esta respuesta contiene un carácter que no se puede enviar (U+0000).',
    unstorable: () => 'Esta respuesta contiene un carácter o un número que no se puede guardar.',
    null_character_in_name: () => 'El nombre de un campo contiene un carácter que no se puede enviar (U+0000).',
    reserved_name: () => 'Un campo no puede llamarse así.',
    name_too_long: ({ maxLength }) => `El nombre de un campo puede tener ${maxLength} caracteres como máximo.`,
    nothing_sent: () => 'No se ha enviado nada. Rellene el formulario.',
    too_many_fields: ({ maxFields }) => `Se pueden enviar ${maxFields} respuestas a la vez como máximo.`,
    too_many_files: ({ maxFiles }) => (maxFiles === 1 ? 'Elija un solo archivo.' : `Elija ${maxFiles} archivos como máximo.`),
    file_too_large: ({ filename, maxBytes }) => `«${filename}» es demasiado grande. Un archivo puede tener ${size(maxBytes)} como máximo.`,
    file_type_not_accepted: ({ filename, accept }) => `«${filename}» no se puede enviar aquí. Formatos admitidos: ${kinds(accept)}.`,
    file_type_not_allowed: ({ filename }) => `No se pueden enviar archivos como «${filename}».`,
    file_content_differs: ({ filename }) => `El contenido de «${filename}» no se corresponde con su nombre. Elija otro archivo.`,
    file_empty: ({ filename }) => `«${filename}» está vacío. Elija otro archivo.`,
    file_infected: ({ filename }) => `«${filename}» contiene software malicioso y no se ha aceptado.`,
    files_too_large: ({ maxBytes }) => `Sus archivos son demasiado grandes. En total pueden tener ${size(maxBytes)} como máximo.`,
    upload_timed_out: () => 'La transferencia ha tardado demasiado. Envíe el formulario de nuevo, si es posible con archivos más pequeños.',
    too_large: ({ maxBytes }) => `Sus respuestas son demasiado largas. En total pueden tener ${size(maxBytes)} como máximo.`,
    form_misconfigured: () =>
      'Este formulario no está configurado correctamente y no ha podido recibir sus respuestas. Avise al responsable del sitio web.',
    boundary_missing: () =>
      'Este sitio web ha definido la cabecera Content-Type sin el parámetro «boundary». No debe definirla por sí mismo: lo hace el navegador.',
    encoding_not_taken: () => 'Este sitio web ha enviado sus respuestas en un formato que no se admite. Avise a su responsable.',
    origin_not_listed: () => 'Este formulario no admite respuestas de este sitio web. Avise a su responsable.',
    origin_hidden: () =>
      'Su navegador no ha indicado desde qué sitio web envía: el sitio lo oculta con su Referrer-Policy. Avise a su responsable, que puede elegir strict-origin-when-cross-origin.',
    origin_missing: () =>
      'Este formulario admite respuestas de sus sitios web y de programas que envían su token. No se ha indicado ninguno de los dos.',
    rate_limited: () => 'En este momento llegan muchas respuestas desde su red. Espere un minuto y vuelva a enviar las suyas.',
    form_busy: () => 'En este momento llegan muchas respuestas a este formulario. Espere un minuto y vuelva a enviar las suyas.',
    quota_exceeded: () => 'Este formulario no admite más respuestas por el momento. Inténtelo más tarde.',
    form_closed: () => 'Este formulario no admite respuestas en este momento, así que las suyas no se han enviado.',
    no_places: () => 'Todas las plazas están ocupadas, así que sus respuestas no se han podido aceptar.',
    option_full: () => 'Esta opción está completa. Elija otra, por favor.',
    unverified: () => 'Confirme que es una persona con la comprobación que está sobre el botón y envíe de nuevo.',
    duplicate: () => 'Sus respuestas ya se recibieron. Solo se pueden enviar una vez.',
    unsolved: () =>
      'Su navegador no ha resuelto el pequeño cálculo que mantiene alejado el spam. Permita JavaScript en esta página, ábrala con https:// y un navegador actual, y envíe de nuevo.',
    service_unavailable: () => 'No se han podido guardar sus respuestas. Vuelva a enviarlas dentro de un momento.',
    form_changed: () => 'Este formulario acaba de modificarse. Revise sus respuestas y vuelva a enviarlas.',
    malformed: () => 'Sus respuestas no han llegado completas. Vuelva a enviarlas.',
    unreadable_text: () => 'Algunos caracteres no se han podido leer y aparecen como \ufffd. Revise sus respuestas y vuelva a enviarlas.',
  },
};

const PRESETS = {
  email: 'Escriba una dirección de correo electrónico, por ejemplo nombre@example.com.',
  url: 'Escriba una dirección completa que empiece por https:// o http://.',
  tel: 'Escriba un número de teléfono, por ejemplo +34 910 000 000.',
  ipv4: 'Escriba una dirección IPv4, por ejemplo 192.0.2.1.',
  ipv6: 'Escriba una dirección IPv6, por ejemplo 2001:db8::1.',
  uuid: 'Escriba un UUID, por ejemplo 123e4567-e89b-12d3-a456-426614174000.',
  slug: 'Use solo letras minúsculas y números, separados por guiones simples.',
  hex_color: 'Escriba un color, por ejemplo #1a2b3c.',
  alpha_numeric: 'Use solo las letras de la A a la Z y números.',
  integer: 'Escriba un número entero.',
};
