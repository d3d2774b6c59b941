import { type ApiError, validationFailed } from '../api/errors/api-error';
import type { LocalizedError } from '../api/http/error.filter';
import type { Message } from '../fields/values/message.types';
import type { Language } from '../forms/languages.types';
import { InvalidSubmission, MissingBoundary, OriginMissing, UnreadableText } from './intake-errors';
import { messageText, PAGE_TEXTS } from './pages/form-page.rules';
import { errorsForPage, type PageError } from './pages/page-errors';
import type { PageTexts } from './pages/texts/page-texts.types';

/** A refusal in the words of the pages of a language. In English it has those of the API, which are documented. */
export function localizedError(error: ApiError, language: Language): LocalizedError {
  if (language === 'en') return error;
  const texts = PAGE_TEXTS[language];
  const errors = errorsOf(error);
  const hasTexts = error.code === 'validation_failed' || error.code === 'no_places_left';
  return {
    code: error.code,
    message: sentenceFor(error, errors, texts),
    details: hasTexts ? detailsOf(errors, texts) : error.details,
  };
}

/** The errors by their places. Those without a text in other languages than English are the mistake of a website. */
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

/** The mistake that the author of a website has to mend; null for errors that a visitor can correct. */
function mistakeOf(error: ApiError, errors: readonly PageError[]): Message | null {
  if (error instanceof MissingBoundary) return { code: 'boundary_missing' };
  if (error instanceof UnreadableText) return { code: 'malformed' }; // the page would show what could be read
  if (error.code === 'unsupported_media_type') return { code: 'encoding_not_taken' };
  if (error instanceof OriginMissing) return { code: 'origin_missing' };
  if (error.code === 'origin_not_allowed') return { code: 'origin_not_listed' };
  const first = errors[0]?.reason;
  return first && errors.every(({ reason }) => reason.code === 'form_misconfigured') ? first : null;
}

function detailsOf(errors: readonly PageError[], { messages }: PageTexts): object {
  const atPlaces = errors.filter(({ path }) => path !== '');
  return validationFailed(atPlaces.map(({ path, reason }) => ({ path, message: messageText(reason, messages) }))).details;
}
