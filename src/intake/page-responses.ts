import type { Request, Response } from 'express';
import type { CompiledForm } from './compiled-form';
import { pagePolicy } from './pages/page-policy.rules';
import type { PolicyInput } from './pages/page.types';
import { styleSheetAddress } from './pages/style-sheet';
import { pageLanguage } from './pages/texts/language.rules';
import type { Language } from './pages/texts/language.types';

/** What all pages for one visitor have in common. */
export interface PageBasics {
  language: Language;
  styleSheet: string;
}

/** Language and style sheet by the settings of the form; null for the pages of an unknown form. */
export function pageBasics(form: CompiledForm | null, request: Request, baseUrl: string): PageBasics {
  return {
    language: pageLanguage(form?.settings.page.language ?? 'auto', request.headers['accept-language']),
    styleSheet: styleSheetAddress(baseUrl, form?.settings.page.accentColor ?? null),
  };
}

/** The texts of the form's owner on the page with the form. */
export const ownersTexts = ({ name, settings: { page } }: CompiledForm) => ({
  title: page.title ?? name,
  submitLabel: page.submitLabel,
});

/** The policy of pages that belong to no form. */
export const POLICY_WITHOUT_FORM: PolicyInput = { redirect: null, frame: 'none', allowedOrigins: [] };

export function sendPage(response: Response, html: string, policy: PolicyInput): void {
  response.setHeader('Content-Security-Policy', pagePolicy(policy));
  response.setHeader('Referrer-Policy', 'same-origin'); // without a referrer browsers send `Origin: null`
  response.type('html').send(html);
}
