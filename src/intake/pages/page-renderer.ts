import { join } from 'node:path';
import { htmlTemplates } from '../../platform/templates/file-templates';
import { formPageView } from './form-page.rules';
import type { ClosedPageModel, FormPageModel, PlainPageModel, RefusedPageModel, ThanksPageModel } from './page.types';
import { messageText, PAGE_TEXTS } from './texts/page-texts.rules';

const templates = htmlTemplates(join(__dirname, 'templates'));

/** The page with the form, as HTML. */
export function renderFormPage(model: FormPageModel): string {
  const texts = PAGE_TEXTS[model.language];
  return templates.render('form-page', { ...model, ...formPageView(model, texts), texts });
}

/** The page for a submission that was refused. */
export function renderRefusedPage({ problems, ...model }: RefusedPageModel): string {
  const { messages, refused, problems: headings } = PAGE_TEXTS[model.language];
  return templates.render('refused-page', {
    ...model,
    title: headings.notSent,
    problems: problems.map(({ label, message }) => ({ label, text: messageText(message, messages) })),
    texts: refused,
  });
}

/** The page that follows a submission. */
export function renderThanksPage(model: ThanksPageModel): string {
  const { thanks } = PAGE_TEXTS[model.language];
  const { language, styleSheet, title, text, formAddress } = model;
  return templates.render('thanks-page', {
    ...{ language, styleSheet, formAddress },
    title: title ?? thanks.title,
    text: text ?? thanks.text,
    again: thanks.again,
  });
}

/** The page of a form that takes no submissions. */
export function renderClosedPage({ language, styleSheet, formTitle }: ClosedPageModel): string {
  return templates.render('closed-page', { language, styleSheet, formTitle, ...PAGE_TEXTS[language].closed });
}

/** The page for an address that belongs to no form. */
export function renderNotFoundPage({ language, styleSheet }: PlainPageModel): string {
  return templates.render('no-form-page', { language, styleSheet, ...PAGE_TEXTS[language].notFound });
}

/** The page for a form that cannot be shown at the moment. */
export function renderUnavailablePage({ language, styleSheet }: PlainPageModel): string {
  return templates.render('no-form-page', { language, styleSheet, ...PAGE_TEXTS[language].unavailable });
}
