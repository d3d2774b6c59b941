import type { FormPageField, FormPageModel } from '../../../src/intake/pages/page.types';
import type { Language } from '../../../src/forms/languages.types';

/** A field of a page; a test names only what matters to it. */
export const pageField = (members: Partial<FormPageField> & { name: string }): FormPageField => ({
  label: null,
  type: 'string',
  required: false,
  options: null,
  preset: null,
  fullOptions: [],
  maxFiles: null,
  maxBytes: null,
  accept: null,
  values: [],
  messages: [],
  ...members,
});

/** The page of a form; a test names only what matters to it. */
export const formPage = (members: Partial<FormPageModel> = {}): FormPageModel => ({
  language: 'en',
  styleSheet: '/f/style.css',
  action: '/f/contact',
  challenge: null,
  buttonAction: '/f/contact?sent',
  isFramed: false,
  title: 'Contact',
  intro: null,
  submitLabel: null,
  widget: null,
  fields: [],
  hiddenFields: [
    { name: '_nonce', value: 'page-token' },
    { name: '_key', value: 'idempotency-key' },
  ],
  notices: [],
  messages: [],
  ...members,
});

/** A form as an owner would make it, with every kind of control. */
export function studioForm(language: Language = 'en', members: Partial<FormPageModel> = {}): FormPageModel {
  const [title, intro, name, email, phone, topic, services, budget, start, company, project, files, consent] = STUDIO[language];
  const [topics, offers] = [TOPICS[language], OFFERS[language]];
  return formPage({
    language,
    title,
    intro,
    fields: [
      pageField({ name: 'name', label: name!, required: true }),
      pageField({ name: 'email', label: email!, required: true, preset: 'email' }),
      pageField({ name: 'phone', label: phone!, preset: 'tel' }),
      pageField({ name: 'topic', label: topic!, required: true, options: topics }),
      pageField({ name: 'services', label: services!, type: 'array', options: offers }),
      pageField({ name: 'budget', label: budget!, type: 'number' }),
      pageField({ name: 'start', label: start!, type: 'date' }),
      pageField({
        name: 'size',
        label: company!,
        options: ['1', '2–9', '10–49', '50–249', '250–999', '1 000–4 999', '5 000–9 999', '10 000+'],
      }),
      pageField({ name: 'message', label: project!, required: true }),
      pageField({
        name: 'files',
        label: files!,
        type: 'file',
        maxFiles: 3,
        maxBytes: 10 * 2 ** 20,
        accept: ['.pdf', '.docx', 'image/*'],
      }),
      pageField({ name: 'consent', label: consent!, type: 'boolean', required: true }),
    ],
    ...members,
  });
}

/** The same form, sent with mistakes. */
export function studioFormWithErrors(language: Language): FormPageModel {
  const form = studioForm(language);
  const sent: Record<string, Partial<FormPageField>> = {
    name: { values: ['Ada Lovelace'] },
    email: { values: ['ada.example.com'], messages: [{ code: 'preset_not_met', preset: 'email' }] },
    topic: { messages: [{ code: 'required' }] },
    services: { values: OFFERS[language].slice(1, 3) },
    budget: { values: ['twelve'], messages: [{ code: 'not_number' }] },
    message: { values: ['Hello,\n\nwe are looking for a partner.\n'] },
    files: { messages: [{ code: 'file_too_large', filename: 'plans.pdf', maxBytes: 10 * 2 ** 20 }] },
    consent: { messages: [{ code: 'required' }] },
  };
  return {
    ...form,
    notices: ['choose_files_again'],
    fields: form.fields.map((field) => ({ ...field, ...sent[field.name] })),
  };
}

const STUDIO: Readonly<Record<Language, readonly string[] & { 0: string; 1: string }>> = {
  en: [
    'Start a project with us',
    'Tell us what you have in mind. We read every message and usually answer within two working days.',
    ...['Your name', 'E-mail', 'Telephone', 'What is it about?', 'What can we help with?', 'Budget in euros'],
    ...['When should it start?', 'People in your company', 'Your project', 'Files', 'You may contact me about this request'],
  ],
  de: [
    'Starten Sie ein Projekt mit uns',
    'Erzählen Sie uns, was Sie vorhaben. Wir lesen jede Nachricht und antworten meist innerhalb von zwei Werktagen.',
    ...['Ihr Name', 'E-Mail', 'Telefon', 'Worum geht es?', 'Wobei können wir helfen?', 'Budget in Euro'],
    ...['Wann soll es losgehen?', 'Größe Ihres Unternehmens', 'Ihr Projekt', 'Dateien', 'Sie dürfen mich zu dieser Anfrage kontaktieren'],
  ],
  fr: [
    'Lancez un projet avec nous',
    'Parlez-nous de votre idée. Nous lisons chaque message et répondons en général sous deux jours ouvrés.',
    ...['Votre nom', 'E-mail', 'Téléphone', 'De quoi s’agit-il ?', 'Que pouvons-nous faire pour vous ?', 'Budget en euros'],
    ...[
      'Quand souhaitez-vous commencer ?',
      'Taille de votre entreprise',
      'Votre projet',
      'Fichiers',
      'Vous pouvez me contacter au sujet de cette demande',
    ],
  ],
  es: [
    'Empiece un proyecto con nosotros',
    'Cuéntenos su idea. Leemos todos los mensajes y solemos responder en dos días laborables.',
    ...['Su nombre', 'Correo electrónico', 'Teléfono', '¿De qué se trata?', '¿En qué podemos ayudarle?', 'Presupuesto en euros'],
    ...['¿Cuándo debería empezar?', 'Tamaño de su empresa', 'Su proyecto', 'Archivos', 'Pueden contactarme sobre esta solicitud'],
  ],
};

const TOPICS: Readonly<Record<Language, string[]>> = {
  en: ['A new website', 'Changes to an existing one', 'Something else'],
  de: ['Eine neue Website', 'Änderungen an einer bestehenden', 'Etwas anderes'],
  fr: ['Un nouveau site web', 'La refonte d’un site existant', 'Autre chose'],
  es: ['Un sitio web nuevo', 'Cambios en uno existente', 'Otra cosa'],
};

const OFFERS: Readonly<Record<Language, string[]>> = {
  en: ['Strategy', 'Design', 'Development', 'Hosting and care'],
  de: ['Strategie', 'Gestaltung', 'Entwicklung', 'Betrieb und Pflege'],
  fr: ['Stratégie', 'Design', 'Développement', 'Hébergement et maintenance'],
  es: ['Estrategia', 'Diseño', 'Desarrollo', 'Alojamiento y mantenimiento'],
};
