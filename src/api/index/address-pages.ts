import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Config, CONFIG } from '../../platform/config/config';
import { htmlTemplates } from '../../platform/templates/file-templates';
import { publicPath } from '../../platform/text/text.rules';
import type { ApiError } from '../errors/api-error';
import { compressedFor } from '../answer/compression';
import { FreshTexts } from '../answer/fresh-texts';
import { TextWithGaps } from '../answer/text-with-gaps';
import { API_TITLE } from '../openapi/api-document';

/** Answers a refused request with a page. Returns false, and sends nothing, when there is no page for it. */
export type RefusalPage = (error: ApiError, request: Request, response: Response) => boolean;

/** Pages for people who open an address for programs in a browser. They explain the address and link to the documentation. */
@Injectable()
export class AddressPages {
  private readonly others: RefusalPage[] = [];
  private readonly texts = new FreshTexts<TextWithGaps>();

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** True for a browser, which prefers HTML. Programs accept JSON. */
  isWanted(request: Request): boolean {
    return request.accepts(['json', 'html']) === 'html';
  }

  sendIndex(response: Response): void {
    this.send(response, { title: API_TITLE, text: INDEX_TEXT, links: [DOCUMENTATION, OPENAPI], command: DEMO });
  }

  add(page: RefusalPage): void {
    this.others.push(page);
  }

  /** Sends the page of an address that only programs use. Returns false when there is none or when a program asks. */
  explain(error: ApiError, request: Request, response: Response): boolean {
    if (this.others.some((page) => page(error, request, response))) return true;
    const explanation = explanationOf(request.path);
    if (!explanation || !['GET', 'HEAD'].includes(request.method) || !this.isWanted(request)) return false;
    this.send(response, { ...explanation, command: null });
    return true;
  }

  private send(response: Response, page: Page): void {
    const { baseUrl } = this.config;
    const view = {
      ...page,
      links: page.links.map(({ label, path }) => ({ label, href: publicPath(baseUrl, path) })),
      styleSheet: publicPath(baseUrl, '/f/style.css'),
    };
    response.setHeader('Content-Security-Policy', POLICY);
    const text = this.texts.get(JSON.stringify(page), () => new TextWithGaps(templates.render('address-page', view)));
    response.send(compressedFor(text, [], response.type('html')));
  }
}

export const INDEX_TEXT = 'This service receives the submissions of forms and processes them. It is running.';

export const DEMO = 'npm run cli -- demo';

interface Page {
  title: string;
  text: string;
  links: { label: string; path: string }[];
  command: string | null;
}

function explanationOf(path: string): Omit<Page, 'command'> | null {
  if (/^\/v1\/?$/.test(path)) return API;
  const [, formId] = /^\/api\/v1\/forms\/([\w-]+)\/submit$/.exec(path) ?? [];
  if (formId === undefined) return null;
  return { ...SUBMIT, links: [{ label: 'The page of this form', path: `/f/${formId}` }, DOCUMENTATION] };
}

const DOCUMENTATION = { label: 'Documentation of the API, to read and to try', path: '/docs' };
const OPENAPI = { label: 'OpenAPI document', path: '/openapi.json' };

const API = {
  title: 'The API begins here',
  text: 'Programs manage forms and read submissions below this address. They send an API key with each request.',
  links: [DOCUMENTATION, OPENAPI],
};

const SUBMIT = {
  title: 'This address receives submissions',
  text: 'Forms and programs send submissions to it with POST. It shows nothing in a browser.',
};

const templates = htmlTemplates(__dirname);

const POLICY = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
