import type { IncomingMessage } from 'node:http';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiError, validationFailed } from '../api/errors/api-error';
import { ErrorFilter, type LocalizedError } from '../api/http/error.filter';
import { LoadShedding, OVERLOADED } from '../api/http/load-shedding';
import { type OverloadedAnswer, overloadedAnswer } from '../api/http/unreadable-requests';
import type { Message } from '../fields/values/message.types';
import { type Language, LANGUAGES } from '../forms/languages.types';
import type { CompiledForm } from './compiled-form';
import { InvalidSubmission, MissingBoundary, OriginHidden, OriginMissing, UnreadableText } from './intake-errors';
import { messageText, PAGE_TEXTS, pageLanguage } from './pages/form-page.rules';
import { errorsForPage, type PageError } from './pages/page-errors';
import type { PageTexts } from './pages/texts/page-texts.types';
import { credentialOf } from './submission-tokens';

/** Translates refusals for visitors, also before the form is known. Clients with a token get English. */
@Injectable()
export class VisitorMessages implements OnModuleInit {
  constructor(
    private readonly errors: ErrorFilter,
    private readonly shedding: LoadShedding,
  ) {}

  onModuleInit(): void {
    this.errors.localizeBy(localize);
    this.shedding.answerSubmissionsBy(overloadedAnswerTo);
  }
}

function localize(error: ApiError, request: Request, response: Response): LocalizedError {
  const isSubmission = request.method === 'POST' && SUBMIT_ADDRESS.test(request.path);
  if (!isSubmission || !isOfVisitor(request)) return error;
  response.vary('Accept-Language');
  return localizedError(error, languageOf(request), isReadByVisitor(request));
}

const overloadedAnswerTo = (request: IncomingMessage): OverloadedAnswer =>
  isOfVisitor(request) ? OVERLOADED_ANSWERS[LANGUAGES.indexOf(languageOf(request))]! : OVERLOADED;

const OVERLOADED_ANSWERS = LANGUAGES.map((language) =>
  overloadedAnswer(localizedError(new ApiError('service_unavailable'), language).message, { Vary: 'Accept-Language' }),
);

const SUBMIT_ADDRESS = /^\/api\/v1\/forms\/[^/]+\/submit\/?$/;

export const isOfVisitor = ({ rawHeaders }: IncomingMessage): boolean => credentialOf(rawHeaders).kind === 'none';

/** The script of forms shows refusals to visitors, and says so by a private subtag, for whatever language they read. */
const isReadByVisitor = ({ headers }: IncomingMessage): boolean => headers['accept-language']?.includes(VISITOR_ENGLISH) === true;

const VISITOR_ENGLISH = 'en-x-visitor';

export const languageOf = ({ headers }: IncomingMessage) => pageLanguage('auto', headers['accept-language']);

/** Tells the visitor of the mail that asks for a confirmation; null for a form that asks for none any more. */
export const confirmationTextOf = ({ confirmation }: Pick<CompiledForm, 'confirmation'>, request: IncomingMessage): string | null =>
  confirmation && PAGE_TEXTS[languageOf(request)].confirmation.sent[confirmation.level];

/** Translates a refusal with the texts of the pages. English keeps the documented texts of the API, unless a visitor reads them. */
export function localizedError(error: ApiError, language: Language, isReadByVisitor = false): LocalizedError {
  if (language === 'en' && !isReadByVisitor) return error;
  const texts = PAGE_TEXTS[language];
  const errors = errorsOf(error);
  const hasTexts = error.code === 'validation_failed' || error.code === 'no_places_left';
  return {
    code: error.code,
    message: sentenceFor(error, errors, texts),
    details: hasTexts ? detailsOf(errors, texts) : error.details,
  };
}

/** Returns errors with codes that can be translated. Other errors of validation are mistakes of a website. */
function errorsOf(error: ApiError): readonly PageError[] {
  if (error.code !== 'validation_failed' || error instanceof InvalidSubmission) return errorsForPage(error);
  return Object.keys(error.details).map((path) => ({ path, reason: { code: 'form_misconfigured' } }));
}

function sentenceFor(error: ApiError, errors: readonly PageError[], { messages, ...texts }: PageTexts): string {
  if (error.code === 'resource_not_found') return `${texts.notFound.title}.`;
  if (error.code === 'form_disabled') return `${texts.closed.title}. ${texts.closed.text}`;
  const ofWebsite = mistakeOf(error, errors);
  if (ofWebsite) return messageText(ofWebsite, messages);
  const places = new Set(errors.map(({ path }) => path).filter((path) => path !== '' && path !== 'body'));
  if (places.size > 0 && Object.keys(error.details).length > 0) return `${texts.problems.heading(places.size)}.`;
  return error.code === 'validation_failed' ? `${texts.problems.notSent}.` : messageText(errors[0]!.reason, messages);
}

/** Returns the mistake that the author of a website has to correct; null for errors that a visitor can correct. */
function mistakeOf(error: ApiError, errors: readonly PageError[]): Message | null {
  if (error instanceof MissingBoundary) return { code: 'boundary_missing' };
  if (error instanceof UnreadableText) return { code: 'malformed' }; // unlike JSON, the page would show the legible texts
  if (error.code === 'unsupported_media_type') return { code: 'encoding_not_taken' };
  if (error instanceof OriginMissing) return { code: 'origin_missing' };
  if (error instanceof OriginHidden) return { code: 'origin_hidden' };
  if (error.code === 'origin_not_allowed') return { code: 'origin_not_listed' };
  const first = errors[0]?.reason;
  return first && errors.every(({ reason }) => reason.code === 'form_misconfigured') ? first : null;
}

function detailsOf(errors: readonly PageError[], { messages }: PageTexts): object {
  const atPlaces = errors.filter(({ path }) => path !== '');
  return validationFailed(atPlaces.map(({ path, reason }) => ({ path, message: messageText(reason, messages) }))).details;
}
