import { join } from 'node:path';
import { timeTextIn } from '../../platform/text/time-text.rules';
import { htmlTemplates } from '../../platform/templates/file-templates';
import type { Availability } from '../availability.rules';
import { formPageView, messageText, PAGE_TEXTS } from './form-page.rules';
import type { ConfirmationPage, FormPageModel, Page, RefusedPageModel, ThanksPageModel } from './page.types';
import type { WayOn } from '../browser-form.rules';
import type { PageTexts } from './texts/page-texts.types';
import { STOP_TEXTS, type StopPageState } from './texts/stop-texts.rules';

const templates = htmlTemplates(join(__dirname, 'templates'));

export function renderFormPage(model: FormPageModel): string {
  const texts = PAGE_TEXTS[model.language];
  return templates.render('form-page', { ...model, ...formPageView(model, texts), texts });
}

export function renderRefusedPage({ problems, wayOn, ...model }: RefusedPageModel): string {
  const { messages, refused, problems: headings } = PAGE_TEXTS[model.language];
  return templates.render('refused-page', {
    ...model,
    title: headings.notSent,
    problems: problems.map(({ label, message }) => ({ label, text: messageText(message, messages) })),
    texts: refused,
    link: linkTo(wayOn, refused),
  });
}

const linkTo = (wayOn: WayOn | null, { form, website }: PageTexts['refused']) =>
  wayOn && { address: wayOn.address, text: wayOn.to === 'form' ? form : website(wayOn.host) };

export function renderThanksPage(model: ThanksPageModel): string {
  const { thanks, confirmation } = PAGE_TEXTS[model.language];
  const { title, text } = model;
  const mail = model.asked && confirmation.sent[model.asked];
  const { again } = thanks;
  return templates.render('thanks-page', { ...model, title: title ?? thanks.title, text: text ?? thanks.text, mail, again });
}

/** The way back from a refused submission; null for a page that was only opened. */
export type SentFrom = { wayOn: WayOn | null } | null;

/** Returns a link, or the advice to go back in the browser, where the values are still on the page. */
const wayBack = (sent: SentFrom, { refused }: PageTexts) => ({ back: sent && refused.back, link: sent && linkTo(sent.wayOn, refused) });

export function renderClosedPage(page: Page, formTitle: string, sent: SentFrom): string {
  const texts = PAGE_TEXTS[page.language];
  return templates.render('closed-page', { ...page, formTitle, ...texts.closed, ...wayBack(sent, texts) });
}

/** The title of a form, and the time zone in which its page tells times; null for UTC. */
export interface TimedForm {
  title: string;
  timeZone: string | null;
}

export function renderUnavailableForm(page: Page, { title: formTitle, timeZone }: TimedForm, availability: Availability): string {
  const { unopened, ended, full } = PAGE_TEXTS[page.language];
  const { closed, opensAt, closesAt } = availability;
  const when = (at: Date | null): string => (at ? timeTextIn(at, page.language, timeZone) : '');
  const texts =
    closed === 'before'
      ? { title: unopened.title, text: unopened.text(when(opensAt)) }
      : closed === 'after'
        ? { title: ended.title, text: ended.text(when(closesAt)) }
        : full;
  return templates.render('closed-page', { ...page, formTitle, ...texts, back: null, link: null });
}

/** The page of a link that confirms an address. Only the question has a button. */
export function renderConfirmationPage(page: Page, formTitle: string, shown: ConfirmationPage): string {
  const texts = PAGE_TEXTS[page.language].confirmation;
  const isAlert = shown !== 'question' && shown !== 'done';
  return templates.render('confirmation-page', { ...page, formTitle, isAlert, button: null, ...texts[shown] });
}

export function renderNotFoundPage(page: Page, sent: SentFrom): string {
  const texts = PAGE_TEXTS[page.language];
  return templates.render('no-form-page', { ...page, ...texts.notFound, ...wayBack(sent, texts) });
}

export function renderUnavailablePage(page: Page, address: string): string {
  const { title, text, again } = PAGE_TEXTS[page.language].unavailable;
  return templates.render('no-form-page', { ...page, title, text, back: null, link: { address, text: again } });
}

/** @param action the address to which the button sends, which only the question has */
export function renderStopPage(page: Page, state: StopPageState, action: string): string {
  const { button, [state]: texts } = STOP_TEXTS[page.language];
  return templates.render('stop-page', { ...page, ...texts, button, action: state === 'asked' ? action : null });
}
