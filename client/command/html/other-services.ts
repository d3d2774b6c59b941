import { isControlName, isSettingOfOtherService } from '../../../src/fields/values/sent-names.rules.js';
import { ancestorsOf, attribute, type Element, hasAttribute, type Html } from './document.js';
import { labelOf } from './labels.js';
import { typeOf } from './page-forms.js';

/** A control that is no field: `kept` ones are read by the service as they are. */
export type NoField = { is: 'kept' } | { is: 'honeypot' } | { is: 'redirect'; target: string } | { is: 'superfluous'; why: string };

/** Tells what a control with a name is that asks the visitor for nothing; null for a field. */
export function noFieldOf(control: Element, name: string, form: Element, html: Html): NoField | null {
  if (name === '_gotcha') return { is: 'kept' };
  if (isHoneypot(control, name, form, html)) return { is: 'honeypot' };
  if (typeOf(control) === 'password') return { is: 'superfluous', why: 'A form has no place for passwords.' };
  if (typeOf(control) !== 'hidden') return isSettingOfOtherService(name) ? { is: 'superfluous', why: NO_EFFECT } : null;
  const target = attribute(control, 'value') ?? '';
  if (REDIRECTS.test(name) && (ADDRESS.test(target) || name.startsWith('_'))) return { is: 'redirect', target };
  if (isControlName(name)) return { is: 'kept' };
  if (OF_FRAMEWORKS.test(name)) return { is: 'superfluous', why: 'It is of the system that has made the page.' };
  const isSetting = isSettingOfOtherService(name) || name.startsWith('_') || OF_SERVICES.test(name);
  const isOfKnown = serviceOf(form) !== null && COMMON_SETTINGS.test(name);
  return isSetting || isOfKnown ? { is: 'superfluous', why: NO_EFFECT } : null;
}

const NO_EFFECT = 'It is a setting of another service and has no effect here.';
const ADDRESS = /^(?:https?:\/\/|\/)/;
const REDIRECTS =
  /^(?:_next|_redirect|_after|redirect|redirect_?(?:to|url)|return_?(?:to|url)|ret_?url|success_?url|next|next_?url|thank_?you_?(?:page|url))$/i;

/** Hidden controls by which systems that make pages recognise their own forms. */
const OF_FRAMEWORKS = new RegExp(
  [
    'authenticity_token|utf8|_method|commit|x?csrf.*|_x?csrf.*|csrfmiddlewaretoken|_token|__.+|_wp.*|max_file_size',
    'gform_.*|is_submit_\\d+|state_\\d+|wpforms\\[(?!fields\\]).*|_?nf_.*|nonce|security|form_(?:build_)?(?:id|token|type|key)|post_id|referer_title|queried_id|action',
    'hs_context|hs_.*|.*_sentinel|valid_from|fvv|partialresponse|pagehistory|fbzx|submissiontimestamp|draftresponse|dlut|hud',
    'formid|simple_spc|jsexecutiontracker|submitsource|submitdate|builddate|uploadserverurl|eventobserver|event_id|temp_upload_folder',
    'idstamp|clickorenter|currentpage|encryptedpassword|stats|saveform|contact\\[(?:translation_.*)\\]|sys_.*|session_?id|phpsessid',
  ]
    .map((names) => `^(?:${names})$`)
    .join('|'),
  'i',
);

/** Hidden settings of other services that no page uses for anything else. */
const OF_SERVICES =
  /^(?:access_?key|api_?key|form-name|from_name|reply_?to|cc_?emails?|bcc|webhook|env_report|print_config|missing_fields_redirect|form_?name)$/i;
/** Those that are settings only in a form of a known service, since other pages send them as values. */
const COMMON_SETTINGS = /^(?:subject|recipient|to|email_to|title|template|required|language|format|sort|u|id|f_id|tags)$/i;

const SERVICES: readonly [RegExp, string][] = [
  [/formspree\.io/, 'Formspree'],
  [/getform\.(?:io|com)/, 'Getform'],
  [/usebasin\.com/, 'Basin'],
  [/formsubmit\.co/, 'FormSubmit'],
  [/web3forms\.com/, 'Web3Forms'],
  [/formcarry\.com/, 'Formcarry'],
  [/staticforms\./, 'StaticForms'],
  [/formspark\.io|submit-form\.com/, 'Formspark'],
  [/list-manage\.com/, 'Mailchimp'],
  [/docs\.google\.com/, 'Google Forms'],
  [/jotform/, 'Jotform'],
  [/wufoo\.com/, 'Wufoo'],
  [/hsforms\.(?:com|net)|hubspot/, 'HubSpot'],
  [/formmail/i, 'FormMail'],
];

/** The service to which a form was sent so far; null for another one, or the website itself. */
export function serviceOf(form: Element): string | null {
  if (['netlify', 'data-netlify'].some((name) => hasAttribute(form, name))) return 'Netlify';
  const action = attribute(form, 'action') ?? '';
  return SERVICES.find(([pattern]) => pattern.test(action))?.[1] ?? null;
}

const HONEYPOTS =
  /^(?:_?honey(?:pot)?|_honeypot|bot-field|botcheck|gotcha|hp|_hp|hp[-_].*|.*honeypot.*|wpforms\[hp\]|b_[0-9a-f]{10,}_[0-9a-f]+|nf-field-hp|.*_hp)$/i;
/** Names that a honeypot has to look like a field. */
const BAITS =
  /^(?:website|url|homepage|fax|company_?(?:url|website)?|phone_?\d*|nickname|address_?2|comment|subject|name2?|email2?|e?mail_confirm\w*|contact_me_by_fax_only|my_name|surname)$/i;
const EMPTY_LABEL =
  /(?:leave|keep).{0,30}(?:blank|empty)|(?:do not|don['’]t).{0,20}fill|if you(?:['’]re| are) (?:a )?human|(?:leer|frei) lassen|nicht ausf[üu]llen|laisse[zr].{0,20}vide|d[eé]j[ae].{0,30}(?:vac[ií]o|en blanco)/i;
const FILLED_BY_PEOPLE: ReadonlySet<string> = new Set(['text', 'email', 'url', 'tel', 'checkbox', 'textarea', 'number', 'search']);

function isHoneypot(control: Element, name: string, form: Element, html: Html): boolean {
  const named = attribute(form, 'data-netlify-honeypot') ?? attribute(form, 'netlify-honeypot');
  if (name === named || (HONEYPOTS.test(name) && typeOf(control) !== 'file')) return true;
  if (!FILLED_BY_PEOPLE.has(typeOf(control))) return false;
  const around = [control, ...[...ancestorsOf(control)].slice(0, 4)].filter((each) => each !== form);
  if (around.some((each) => /honey-?pot|gform_validation_container|wpforms-field-hp/i.test(attribute(each, 'class') ?? ''))) return true;
  if (EMPTY_LABEL.test([labelOf(control, html), attribute(control, 'placeholder'), attribute(control, 'title')].join(' '))) return true;
  const isOutOfReach =
    attribute(control, 'tabindex') === '-1' || /^(?:off|nope|new-password)$/.test(attribute(control, 'autocomplete') ?? '');
  return around.some(isHidden) && (isOutOfReach || BAITS.test(name)) && !hasAttribute(control, 'required');
}

const HIDING_STYLE =
  /display:none|visibility:hidden|opacity:0(?:[;.]|$)|(?:left|top|right|text-indent):-\d{3,}|clip:rect|(?:^|;)(?:height|width):[01](?:px)?(?:;|$)/;

const isHidden = (element: Element): boolean =>
  hasAttribute(element, 'hidden') ||
  HIDING_STYLE.test((attribute(element, 'style') ?? '').replace(/\s/g, '').toLowerCase()) ||
  /(?:^|\s)(?:hidden|hide|d-none|invisible|sr-only|visually-hidden|ohnohoney|nospam)(?:\s|$)/i.test(attribute(element, 'class') ?? '');
