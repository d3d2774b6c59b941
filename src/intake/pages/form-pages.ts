import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { ApiError } from '../../api/errors/api-error';
import type { BuiltPage } from '../../api/answer/built-page';
import { ErrorFilter } from '../../api/http/error.filter';
import { type Config, CONFIG } from '../../platform/config/config';
import { publicPath } from '../../platform/text/text.rules';
import type { SubmittedValues } from '../../fields/values/submitted-fields.rules';
import { isFromPage, websiteOf } from '../browser-form.rules';
import type { Availability } from '../availability.rules';
import { type CompiledForm, timeZoneOf } from '../compiled-form';
import type { Language } from '../../forms/languages.types';
import { activeProvider } from '../spam/siteverify-providers.rules';
import { controlFieldsOf, type HiddenField } from '../underscore-fields.rules';
import { PageTokens } from '../page-tokens';
import type { ReceivedSubmission } from '../received-submission';
import type { Receipt } from '../../submissions/submission-writer.types';
import { type EmbedScript, SOLVER_SCRIPT } from './embed-script';
import { type FilledPage, FreshPages } from './fresh-pages';
import {
  renderClosedPage,
  renderConfirmationPage,
  renderFormPage,
  renderNotFoundPage,
  renderRefusedPage,
  renderThanksPage,
  renderUnavailableForm,
  renderUnavailablePage,
} from './page-renderer';
import { asksForProof, challengePath, hostedPagePolicy, pageFor, refusalPolicy, sendPage } from './page-response';
import type { ConfirmationPage, FormPageModel, Page, Widget } from './page.types';
import { formContent, isCorrectable, keptFields, problemsOf, type RefusedFields, repetitionOf } from './refusal-page';

/** The address to which a page sends its form: the hosted page, or the submit address, which forms on websites use. */
export type PostTarget = 'hosted_page' | 'submit_address';

/** Writes the form, the form after a refusal, the page of thanks, and pages that explain why there is no form. */
@Injectable()
export class FormPages {
  private readonly fresh = new FreshPages();

  constructor(
    private readonly errors: ErrorFilter,
    private readonly tokens: PageTokens,
    @Inject(SOLVER_SCRIPT) private readonly solver: BuiltPage<EmbedScript>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Sends the form, or the reason why it accepts nothing. */
  show(form: CompiledForm, availability: Availability, response: Response): void {
    if (form.isEnabled) response.setHeader('Cache-Control', OWN_PAGE);
    this.send(form, response, (page) => this.shown(form, availability, page));
  }

  /** Offers to fill in the form again, except to visitors of a website, which has its own form. Tells of the mail that asks for a confirmation. */
  thank(form: CompiledForm, isAsked: boolean, response: Response): void {
    const { thanks_title: title, thanks_text: text } = form.settings.page;
    const address = this.addressOf(form.formId);
    const formAddress = isFromPage(response.req, address) ? address : null;
    const asked = isAsked ? (form.confirmation?.level ?? null) : null;
    this.send(form, response, (page) =>
      this.fresh.get(['thanks', form, page, formAddress, asked], () => renderThanksPage({ ...page, title, text, formAddress, asked })),
    );
  }

  /** Sends the page of a link that confirms an address. No search engine, cache or website has it. */
  showConfirmation(form: CompiledForm, shown: ConfirmationPage, response: Response): void {
    response.status(CONFIRMATION_STATUS[shown]);
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Robots-Tag', 'noindex');
    const page = pageFor(form, response.req, this.config.baseUrl);
    sendPage(response, renderConfirmationPage(page, titleOf(form), shown), hostedPagePolicy(null, this.config.baseUrl));
  }

  /** Sends a page that explains why the requested page cannot be shown. */
  refuseView(thrown: unknown, response: Response): void {
    this.errors.answer(thrown, response.req, response, ({ code }) => {
      if (code === 'resource_not_found') return this.showNothing(response);
      this.send(null, response, (page) => renderUnavailablePage(page, publicPath(this.config.baseUrl, response.req.path)));
    });
  }

  showNothing(response: Response): void {
    this.send(null, response, (page) => this.fresh.get(['nothing', null, page], () => renderNotFoundPage(page, null)));
  }

  /**
   * Answers a refused submission: with the form, its values and messages; with a button that sends the values again, if waiting helps; or
   * with the reason and a link. Status and headers are those of the JSON response.
   */
  refuse(
    thrown: unknown,
    { form, body: { fields: sent } }: ReceivedSubmission,
    availability: Availability | null,
    target: PostTarget,
    response: Response,
  ): void {
    const fields = sent && (form?.rules.named(sent) ?? sent);
    this.errors.answer(thrown, response.req, response, (error, requestId) => {
      const html = this.refusalPage({ error, requestId, form, fields, availability }, target, response);
      const { baseUrl } = this.config;
      sendPage(response, html, target === 'hosted_page' ? hostedPagePolicy(form, baseUrl) : refusalPolicy(form, fields, baseUrl));
    });
  }

  addressOf(formId: string): string {
    return publicPath(this.config.baseUrl, `/f/${formId}`);
  }

  /** The page of thanks for a submission, which tells of the mail that asks for a confirmation. */
  thanksAddressOf(formId: string, { asksConfirmation }: Pick<Receipt, 'asksConfirmation'>): string {
    return `${this.addressOf(formId)}/thanks${asksConfirmation ? '?confirm' : ''}`;
  }

  private send(form: CompiledForm | null, response: Response, write: (page: Page) => string | FilledPage): void {
    const { baseUrl } = this.config;
    sendPage(response, write(pageFor(form, response.req, baseUrl)), hostedPagePolicy(form, baseUrl));
  }

  private shown(form: CompiledForm, availability: Availability, page: Page): FilledPage {
    if (!form.isEnabled) return this.fresh.get(['disabled', form, page], () => renderClosedPage(page, titleOf(form), null));
    if (availability.closed) {
      const timed = { title: titleOf(form), timeZone: timeZoneOf(form) };
      return this.fresh.get(['closed', form, page, availability, timed], () => renderUnavailableForm(page, timed, availability));
    }
    const ofVisit = (): HiddenField[] => this.tokens.hostedPageFields(form.formId, null);
    const render = (hiddenFields: HiddenField[]): string =>
      this.formPage(form, page, { target: 'hosted_page', availability, hiddenFields });
    return this.fresh.get(['form', form, page, availability], render, ofVisit);
  }

  private refusalPage({ error, requestId, form, fields, availability }: Refusal, target: PostTarget, response: Response): string {
    const page = pageFor(form, response.req, this.config.baseUrl);
    const website = websiteOf(response.req, this.config.baseUrl);
    if (error.code === 'resource_not_found') return renderNotFoundPage(page, { wayOn: website });
    if (form && error.code === 'form_disabled') return renderClosedPage(page, titleOf(form), { wayOn: website });
    const isHosted = target === 'hosted_page';
    const repetition = fields && !isHosted ? repetitionOf(fields, error) : null;
    if (form && fields && !repetition && (isHosted || isCorrectable(form, fields, error)))
      return this.formPage(form, page, { target, availability, refused: { fields, error } });
    const formLink = form && ({ to: 'form', address: this.addressOf(form.formId) } as const);
    return renderRefusedPage({
      ...page,
      problems: problemsOf(form, error),
      resend: form &&
        repetition && { ...this.actionsOf(form, target), hiddenFields: [...repetition, this.tokens.refusedPageField(form.formId)] },
      wayOn: isHosted ? formLink : website,
      reference: { code: error.code, message: error.message, requestId },
    });
  }

  /** Returns the form, empty or with the sent values and the reasons for the refusal. */
  private formPage(form: CompiledForm, page: Page, { target, availability, refused = null, hiddenFields }: ShownForm): string {
    const { intro, submit_label: submitLabel } = form.settings.page;
    const isHosted = target === 'hosted_page';
    return renderFormPage({
      ...page,
      ...this.actionsOf(form, target),
      title: titleOf(form),
      intro: isHosted ? intro : null,
      submitLabel,
      widget: widgetOf(form, page.language),
      challenge: asksForProof(form) ? this.challengeOf(form) : null,
      ...formContent(form, refused, this.config.uploads, availability?.placesLeft),
      hiddenFields:
        hiddenFields ??
        (isHosted
          ? this.tokens.hostedPageFields(form.formId, refused && controlFieldsOf(refused.fields))
          : [...keptFields(form, refused), this.tokens.refusedPageField(form.formId)]),
    });
  }

  private challengeOf({ formId }: CompiledForm): FormPageModel['challenge'] {
    return {
      address: challengePath(formId, this.config.baseUrl),
      script: publicPath(this.config.baseUrl, this.solver ? `/solver.${this.solver.hash}.js` : '/solver.js'),
    };
  }

  private actionsOf({ formId }: CompiledForm, target: PostTarget): Pick<FormPageModel, 'action' | 'buttonAction'> {
    const address = this.addressOf(formId);
    if (target === 'hosted_page') return { action: address, buttonAction: `${address}${SENT}` };
    return { action: publicPath(this.config.baseUrl, `/api/v1/forms/${formId}/submit`), buttonAction: null };
  }
}

interface ShownForm {
  target: PostTarget;
  /** Null when the form is unknown or has no limits. */
  availability: Availability | null;
  refused?: RefusedFields | null;
  /** The hidden fields of the refused submission, instead of new ones. */
  hiddenFields?: HiddenField[];
}

interface Refusal {
  form: CompiledForm | null;
  fields: SubmittedValues | null;
  error: ApiError;
  requestId: string;
  /** Null when the form is unknown or has no limits. */
  availability: Availability | null;
}

/** The page contains an idempotency key, so it belongs to one visit. With `no-store`, going back would lose typed values. */
const OWN_PAGE = 'private, no-cache, no-transform';

/** A separate path: browsers drop a cached page after a POST to its path (RFC 9111, 4.4), and going back would get another key. */
const SENT = '?sent';

const CONFIRMATION_STATUS: Readonly<Record<ConfirmationPage, number>> = { question: 200, done: 200, taken: 409, full: 409, ended: 404 };

function widgetOf({ settings }: CompiledForm, language: Language): Widget | null {
  const provider = activeProvider(settings);
  const { level, site_key: siteKey } = settings.spam.siteverify;
  if (!provider || siteKey === null) return null;
  const { widgetClass: className, script } = provider;
  return { className, siteKey, script: script(language), isRequired: level === 'require' };
}

const titleOf = ({ name, settings }: CompiledForm): string => settings.page.title ?? name;
