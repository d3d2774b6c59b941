import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '../../api/errors/api-error';
import { isJsonObject } from '../../platform/json/json.rules';
import { type FormSettings, RetentionSettingsView, type StoredSettings } from './form-settings.dto';
import { IntakeSettingsView } from './intake-settings.dto';
import { NoticeSettingsView } from './notice-settings.dto';
import { NotificationSettingsView } from './notification-settings.dto';
import { PageSettingsView } from './page-settings.dto';
import { RespondentSettingsView } from './respondent-settings.dto';
import { SpamSettingsView } from './spam-settings.dto';

const DEFAULTS: FormSettings = {
  page: PageSettingsView.DEFAULTS,
  notifications: NotificationSettingsView.DEFAULTS,
  spam: SpamSettingsView.DEFAULTS,
  intake: IntakeSettingsView.DEFAULTS,
  notices: NoticeSettingsView.DEFAULTS,
  retention: RetentionSettingsView.DEFAULTS,
  respondent: RespondentSettingsView.DEFAULTS,
};

export const settingsOf = (stored: StoredSettings): FormSettings => completed(stored, DEFAULTS) as FormSettings;

/** The settings to store after a merge patch: the members that differ from their defaults. */
export const patchedSettings = (stored: StoredSettings, patch: StoredSettings): StoredSettings => patched(stored, patch, DEFAULTS);

/** The patch without the members that have errors, so that the errors of the other members can be reported as well. */
export function withoutFaulty(patch: StoredSettings, errors: readonly FieldError[]): StoredSettings {
  const faulty = new Set(errors.flatMap(({ path }) => [path, path.split('.').slice(0, 2).join('.')]));
  const sound = (members: Section, place = ''): Section =>
    Object.fromEntries(Object.entries(members).filter(([name]) => !faulty.has(`${place}${name}`)));
  return Object.fromEntries(
    Object.entries(sound({ ...patch })).map(([name, section]) => [name, isJsonObject(section) ? sound(section, `${name}.`) : section]),
  );
}

type Section = Record<string, unknown>;

/** Adds the defaults of absent members, also within objects. */
const completed = (stored: Section, defaults: Section): Section =>
  Object.fromEntries(
    Object.entries(defaults).map(([name, byDefault]) => {
      const hasMembers = isJsonObject(byDefault) && Object.keys(byDefault).length > 0;
      return [name, hasMembers ? completed(objectOf(stored[name]), byDefault) : (stored[name] ?? byDefault)];
    }),
  );

function patched(stored: Section, patch: Section, defaults: Section): Section {
  const sent = Object.entries(patch).filter(([, value]) => value !== undefined);
  const members = Object.entries({ ...stored, ...Object.fromEntries(sent) }).map(([name, value]): [string, unknown] => [
    name,
    patchedMember(stored[name], value, defaults[name]),
  ]);
  return Object.fromEntries(members.filter(([name, value]) => value !== null && !isDeepStrictEqual(value, defaults[name])));
}

/** Patches a member, and an object member by member (RFC 7396). Null for an object that equals its defaults. */
function patchedMember(stored: unknown, sent: unknown, byDefault: unknown): unknown {
  if (!isJsonObject(sent)) return sent;
  const members = patched(objectOf(stored), sent === stored ? {} : sent, objectOf(byDefault));
  return Object.keys(members).length > 0 ? members : null;
}

const objectOf = (value: unknown): Section => (isJsonObject(value) ? value : {});
