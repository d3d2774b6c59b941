import { isJsonObject } from '../../../src/platform/json/json.rules.js';
import type { Mistake } from '../faults.js';
import { isSame } from '../objects.js';
import type { SectionName } from '../service/service-document.js';
import { type Comparison, type Part } from './comparison.js';
import { changeOf, differencesOf, memberOf, namesOf } from './differences.js';
import { splitByKnown } from './known-settings.js';
import type { Change } from './plan.types.js';

type Section = Readonly<Record<string, unknown>>;

/** The sections that a definition has. Members that this package does not know stay as they are. */
export function settingsPart(comparison: Comparison): Part {
  const sections = Object.entries(comparison.wanted.settings).map(([name, after]) => {
    const before = splitByKnown(name, comparison.form?.content.settings[name as SectionName] ?? {}).known;
    return { name, before, after, patch: mergePatch(before, after) };
  });
  const changed = sections.filter(({ patch }) => Object.keys(patch).length > 0);
  const patch = Object.fromEntries(changed.map((section) => [section.name, section.patch]));
  return {
    changes: changed
      .flatMap(({ name, before, after }) => differencesOf(before, after).map((each) => changeOf(each, 'settings', name)))
      .map(told),
    steps: changed.length > 0 ? [{ kind: 'update_settings', patch }] : [],
    mistakes: lackingMembers(comparison),
  };
}

/** The merge patch (RFC 7396) from one to the other, where null sets a default. */
export function mergePatch(before: Section, after: Section): Record<string, unknown> {
  const names = namesOf(before, after).filter((name) => !isSame(memberOf(before, name), memberOf(after, name)));
  return Object.fromEntries(names.map((name) => [name, patchOf(memberOf(before, name), memberOf(after, name))]));
}

/** An object goes member by member, since the service may have others in it that stay. */
const patchOf = (before: unknown, after: unknown): unknown =>
  isJsonObject(after) || (after === undefined && isJsonObject(before)) ? mergePatch(objectOf(before), objectOf(after)) : (after ?? null);

const objectOf = (value: unknown): Section => (isJsonObject(value) ? value : {});

function told(change: Change): Change {
  if (change.subject !== 'settings retention days' || change.after === undefined) return change;
  const isShorter = change.before === undefined || Number(change.after) < Number(change.before);
  return isShorter ? { ...change, note: SHORTER } : change;
}

const SHORTER = 'what is older is deleted without a way back, from a day later on if there is any';

/** A service that is older than this package may lack a section or a member. */
const lackingMembers = ({ file, definition, document: { defaults } }: Comparison): Mistake[] =>
  Object.entries(definition.settings ?? {}).flatMap(([section, members]) => {
    const path = ['settings', section];
    const known = memberOf(defaults, section);
    if (!isJsonObject(known)) return [{ message: lacks(section), place: file.placeOf(path) }];
    return Object.keys(members)
      .filter((name) => !Object.hasOwn(known, name))
      .map((name) => ({ message: lacks(`${section} ${name}`), place: file.placeOf([...path, name]) }));
  });

const lacks = (name: string): string => `This service does not have the setting ${name}. Leave it out, or have the service updated.`;
