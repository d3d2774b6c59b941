import { normalizedOptions } from '../../../src/forms/definition/field-options.rules.js';
import type { FieldDefinition, FieldOptions } from '../../../src/forms/definition/field.types.js';
import { PRESET_RULES } from '../../../src/forms/definition/preset.rules.js';
import { redirectTarget } from '../../../src/forms/origin.rules.js';
import type { FormSettings, StoredSettings } from '../../../src/forms/settings/form-settings.dto.js';
import { type FormReferences, referenceErrors } from '../../../src/forms/settings/form-references.rules.js';
import { PER_ADDRESS } from '../../../src/forms/settings/intake-limits.rules.js';
import { SITEVERIFY_URLS } from '../../../src/forms/settings/siteverify-settings.rules.js';
import { isZone } from '../../../src/platform/time-zone.rules.js';
import { isJsonObject } from '../../../src/platform/json/json.rules.js';
import schema from '../../form.schema.json' with { type: 'json' };
import type { Path } from '../definition/definition.types.js';
import { KNOWN_MEMBERS } from '../definition/known-members.js';
import { SECTIONS, type SectionName } from '../service/service-document.js';
import { type Finding, findingsOf, isWithin } from './finding.js';
import { lineFindings } from './form-findings.js';

type Members = Record<string, unknown>;

/** The findings for settings that the schema cannot tell. */
export function settingsFindings(settings: Members): Finding[] {
  const { page, notifications, spam } = settings;
  const { redirect_url, time_zone, ...texts } = isJsonObject(page) ? page : {};
  const { siteverify } = isJsonObject(spam) ? spam : {};
  const { secret_name } = isJsonObject(siteverify) ? siteverify : {};
  return [
    ...['title', 'submit_label', 'thanks_title'].flatMap((name) => lineFindings(texts[name], ['settings', 'page', name])),
    ...textFinding(redirect_url, (url) => redirectTarget(url) !== null, ['page', 'redirect_url'], 'must be a full http or https address'),
    ...textFinding(time_zone, isZone, ['page', 'time_zone'], 'must be the name of an IANA time zone, such as Europe/Berlin'),
    ...textFinding(secret_name, (name) => name !== '', ['spam', 'siteverify', 'secret_name'], 'must not be empty'),
    ...(isJsonObject(notifications) ? recipientFindings(notifications['to']) : []),
  ];
}

const textFinding = (text: unknown, fits: (text: string) => boolean, path: Path, message: string): Finding[] =>
  typeof text === 'string' && !fits(text) ? [{ path: ['settings', ...path], message }] : [];

function recipientFindings(to: unknown): Finding[] {
  const seen = new Set<string>();
  return (Array.isArray(to) ? to : []).flatMap((address: unknown, index): Finding[] => {
    const path = ['settings', 'notifications', 'to', index];
    if (typeof address !== 'string') return [];
    if (!PRESET_RULES.email.accepts(address)) return [{ path, message: 'must be an e-mail address' }];
    return seen.size < seen.add(address.toLowerCase()).size ? [] : [{ path, message: 'must not repeat an address' }];
  });
}

/**
 * The findings for settings that name fields, options and origins of the definition, as far as it manages these.
 * @param known the findings so far; what depends on a faulty member is not judged
 */
export function referenceFindings({ settings, allowed_origins, validate_fields, fields }: Members, known: readonly Finding[]): Finding[] {
  if (!isJsonObject(settings)) return [];
  const patch = managedPart(settings, { allowed_origins, fields }, known);
  const form: FormReferences = {
    allowedOrigins: Array.isArray(allowed_origins) ? allowed_origins.filter((entry) => typeof entry === 'string') : [],
    fields: (Array.isArray(fields) ? fields : []).filter(isJsonObject).map(referredField),
    validateFields: validate_fields !== false,
    maxPerAddress: PER_ADDRESS.maximum,
    secrets: new EveryName(Object.values(SITEVERIFY_URLS).map((url) => new URL(url).hostname)),
  };
  return findingsOf(referenceErrors(patch, afterPatch(patch), form), ['settings']);
}

/** The known members that are sound, and that name nothing that the definition does not manage. */
function managedPart(settings: Members, { allowed_origins, fields }: Members, known: readonly Finding[]): StoredSettings {
  const isFaulty = (...place: string[]): boolean => known.some(({ path }) => isWithin(path, place));
  const areOriginsSound = Array.isArray(allowed_origins) && !isFaulty('allowed_origins');
  const isJudged = (section: SectionName, member: string): boolean =>
    (Array.isArray(fields) || !NAMES_OF_FIELDS.has(`${section} ${member}`)) &&
    (areOriginsSound || member !== 'redirect_url') &&
    !isFaulty('settings', section, member);
  const partOf = (section: SectionName): Members => {
    const sent = settings[section];
    const members = isJsonObject(sent) ? KNOWN_MEMBERS[section].filter((name) => Object.hasOwn(sent, name) && isJudged(section, name)) : [];
    return Object.fromEntries(members.map((name) => [name, (sent as Members)[name]]));
  };
  return Object.fromEntries(SECTIONS.map((section) => [section, partOf(section)]));
}

const NAMES_OF_FIELDS: ReadonlySet<string> = new Set([
  ...['notifications reply_to_field', 'intake unique_by', 'intake places', 'respondent address_field', 'respondent confirm'],
]);

/** The settings after the definition is applied: the members that it leaves out have their defaults. */
function afterPatch(patch: StoredSettings): FormSettings {
  const sections = Object.entries(schema.properties.settings.properties).map(([name, section]) => [
    name,
    completed((patch as Members)[name], section as SchemaOfSection),
  ]);
  return Object.fromEntries(sections) as FormSettings;
}

interface SchemaOfSection {
  properties: Record<string, SchemaOfSection | { default: unknown }>;
}

function completed(sent: unknown, { properties }: SchemaOfSection): Members {
  const members = isJsonObject(sent) ? sent : {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [
      name,
      'default' in member ? (members[name] ?? member.default) : completed(members[name], member),
    ]),
  );
}

type ReferredField = FormReferences['fields'][number];

const referredField = ({ name, type, required, options, validation }: Members): ReferredField => ({
  ...({ name, type, required: required === true } as Pick<FieldDefinition, 'name' | 'type' | 'required'>),
  options: normalizedOptions((options ?? null) as FieldOptions | null),
  preset: (validation ?? null) as FieldDefinition['validation'],
});

/** The secrets of an account that nobody knows here. */
class EveryName extends Map<string, readonly string[]> {
  constructor(private readonly hosts: readonly string[]) {
    super();
  }

  override get(): readonly string[] {
    return this.hosts;
  }
}
