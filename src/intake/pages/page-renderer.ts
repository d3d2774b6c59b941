import { join } from 'node:path';
import { htmlTemplates } from '../../platform/templates/file-templates';
import type { Availability } from '../availability.rules';
import { formPageView } from './form-page.rules';
import type { FormPageModel, Page, RefusedPageModel, ThanksPageModel } from './page.types';
import type { WayOn } from '../browser-form.rules';
import { dateTimeText } from './texts/format.rules';
import { messageText, PAGE_TEXTS } from './texts/page-texts.rules';
import type { PageTexts } from './texts/page-texts.types';

const templates = htmlTemplates(join(__dirname, 'templates'));

/** The page with the form, as HTML. */
export function renderFormPage(model: FormPageModel): string {
  const texts = PAGE_TEXTS[model.language];
  return templates.render('form-page', { ...model, ...formPageView(model, texts), texts });
}

/** The page for a submission that was refused. */
export function renderRefusedPage({ problems, wayOn, ...model }: RefusedPageModel): string {
  const { messages, refused, problems: headings } = PAGE_TEXTS[model.language];
  return templates.render('refused-page', {
    ...model,
    title: headings.notSent,
    problems: problems.map(({ label, message }) => ({ label, text: messageText(message, messages) })),
    texts: refused,
    link: wayOn && { address: wayOn.address, text: linkText(wayOn, refused) },
  });
}

const linkText = (wayOn: WayOn, refused: PageTexts['refused']): string =>
  wayOn.to === 'form' ? refused.form : refused.website(wayOn.host);

/** The page that follows a submission. */
export function renderThanksPage(model: ThanksPageModel): string {
  const { thanks } = PAGE_TEXTS[model.language];
  const { title, text } = model;
  const { again } = thanks;
  return templates.render('thanks-page', { ...model, title: title ?? thanks.title, text: text ?? thanks.text, again });
}

/** The page of a form that takes no submissions. `wasSent` where something was sent, which the page before still has. */
export function renderClosedPage(page: Page, formTitle: string, wasSent: boolean): string {
  const { closed, refused } = PAGE_TEXTS[page.language];
  return templates.render('closed-page', { ...page, formTitle, ...closed, back: wasSent && refused.back });
}

/** The page of a form outside its hours, or without places. */
export function renderUnavailableForm(page: Page, formTitle: string, availability: Availability): string {
  const { unopened, ended, full } = PAGE_TEXTS[page.language];
  const { closed, opensAt, closesAt } = availability;
  const when = (at: Date | null): string => (at ? dateTimeText(at, page.language) : '');
  const texts =
    closed === 'before'
      ? { title: unopened.title, text: unopened.text(when(opensAt)) }
      : closed === 'after'
        ? { title: ended.title, text: ended.text(when(closesAt)) }
        : full;
  return templates.render('closed-page', { ...page, formTitle, ...texts, back: null });
}

/** The page for an address that belongs to no form. */
export function renderNotFoundPage(page: Page, wasSent: boolean): string {
  const { notFound, refused } = PAGE_TEXTS[page.language];
  return templates.render('no-form-page', { ...page, ...notFound, back: wasSent && refused.back, address: null });
}

/** The page for a form that cannot be shown at the moment; `address` to try again. */
export const renderUnavailablePage = (page: Page, address: string): string =>
  templates.render('no-form-page', { ...page, ...PAGE_TEXTS[page.language].unavailable, back: null, address });
