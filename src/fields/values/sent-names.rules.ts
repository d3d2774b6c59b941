import type { FormSettings } from '../../forms/settings/form-settings.dto';

/** Names that control the request. Their values are taken out of a submission, and their names are never listed as ignored. */
export const isControlName = (name: string): boolean => CONTROL_NAMES.has(name) || OF_SERVER_ACTION.test(name);

/** Names by which pages configure other services. They have no effect here. */
export const isSettingOfOtherService = (name: string): boolean => SETTINGS_OF_OTHER_SERVICES.has(name);

/** Names that are harmless here, but dangerous for code that copies the values onto an ordinary object. */
export const isReservedName = (name: string): boolean => RESERVED_NAMES.has(name);

/** `_next` is the name of `_redirect` in other services. */
const CONTROL_NAMES: ReadonlySet<string> = new Set(['_gotcha', '_redirect', '_next', '_altcha', '_nonce', '_key']);

/** Names by which React and Next.js find the action of a form on a server, such as `$ACTION_ID_7f` or `_1_$ACTION_REF_1`. */
const OF_SERVER_ACTION = /^(?:_?\d{1,3}_)?\$ACTION_/;

const SETTINGS_OF_OTHER_SERVICES: ReadonlySet<string> = new Set([
  ...['form-name', 'bot-field', '_subject', '_cc', '_format', '_language', '_template', '_captcha', '_autoresponse', '_webhook'],
  ...['g-recaptcha-response', 'h-captcha-response', 'cf-turnstile-response'],
]);

const RESERVED_NAMES: ReadonlySet<string> = new Set(['constructor', 'prototype', '__proto__']);

export interface NameSettings {
  /** The name of the field to whose address replies go. */
  replyToField?: string | null;
  /** Names without a field whose values the owner of the form does not want. */
  ignoredNames?: readonly string[];
}

export const nameSettingsOf = ({ notifications, intake }: FormSettings): NameSettings => ({
  replyToField: notifications.reply_to_field,
  ignoredNames: intake.ignored_names,
});
