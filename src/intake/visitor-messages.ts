import type { IncomingMessage } from 'node:http';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiError } from '../api/errors/api-error';
import { ErrorFilter, type LocalizedError } from '../api/http/error.filter';
import { LoadShedding, OVERLOADED } from '../api/http/load-shedding';
import { type OverloadedAnswer, overloadedAnswer } from '../api/http/unreadable-requests';
import { LANGUAGES } from '../forms/languages.types';
import { pageLanguage } from './pages/form-page.rules';
import { credentialOf } from './submission-tokens';
import { localizedError } from './refusal-texts';

/** Puts refusals into the language of visitors, also before the form is known. Programs, which send a token, get English. */
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
  return localizedError(error, languageOf(request));
}

const overloadedAnswerTo = (request: IncomingMessage): OverloadedAnswer =>
  isOfVisitor(request) ? OVERLOADED_ANSWERS[LANGUAGES.indexOf(languageOf(request))]! : OVERLOADED;

const OVERLOADED_ANSWERS = LANGUAGES.map((language) =>
  overloadedAnswer(localizedError(new ApiError('service_unavailable'), language).message, { Vary: 'Accept-Language' }),
);

const SUBMIT_ADDRESS = /^\/api\/v1\/forms\/[^/]+\/submit\/?$/;

const isOfVisitor = ({ rawHeaders }: IncomingMessage): boolean => credentialOf(rawHeaders).kind === 'none';

const languageOf = ({ headers }: IncomingMessage) => pageLanguage('auto', headers['accept-language']);
