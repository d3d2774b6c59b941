import type { CanonicalForm } from '../canonical/canonical.types.js';
import type { FieldOfFile, FormDefinition } from '../definition/definition.types.js';
import { KNOWN_MEMBERS } from '../definition/known-members.js';
import type { SectionName } from '../service/service-document.js';
import type { ServiceForm } from '../service/service-form.js';

/** A form of a service as a definition, and the sentences about what is not in it. */
export interface ServedDefinition {
  definition: FormDefinition;
  notes: string[];
}

/** The definition of a form with its workflow as it is drafted. Sections of the settings that have only defaults are empty. */
export function definitionOfService({ content, workflow }: ServiceForm): ServedDefinition {
  const isPublished = workflow !== null && !workflow.state.draft.is_dirty;
  const { definition, left } = withoutUnknown(definitionOf(content));
  const version = workflow?.state.published?.version;
  return {
    definition: { ...definition, ...(isPublished && { publish: true }) },
    notes: [
      ...(isPublished || version === undefined
        ? []
        : [`the workflow is the draft, which differs from the published version ${version}; it is written without "publish"`]),
      ...left.map((setting) => `${setting} is not written, since this package does not know it; it stays as it is on the service`),
    ],
  };
}

/** A canonical form as a file has it: without the members of fields that say nothing. */
export function definitionOf({ fields, ...form }: CanonicalForm): FormDefinition {
  const { settings, workflow, ...head } = form;
  const isSaid = ([, value]: [string, unknown]) => value !== null && value !== false && value !== undefined;
  return {
    ...head,
    ...(fields && { fields: fields.map((field) => Object.fromEntries(Object.entries(field).filter(isSaid)) as unknown as FieldOfFile) }),
    settings,
    ...(workflow && { workflow }),
  } as FormDefinition;
}

/** Leaves out the settings of a service that is newer than this package. */
function withoutUnknown({ settings = {}, ...definition }: FormDefinition): { definition: FormDefinition; left: string[] } {
  const left: string[] = [];
  const known = Object.entries(settings).map(([section, members]) => {
    const names = KNOWN_MEMBERS[section as SectionName];
    left.push(...Object.keys(members).flatMap((name) => (names.includes(name) ? [] : [`settings ${section} ${name}`])));
    return [section, Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)))] as const;
  });
  const { workflow, ...head } = definition;
  return { definition: { ...head, settings: Object.fromEntries(known), ...(workflow && { workflow }) }, left };
}

/** Leaves out sections without members, but for those that a file has. */
export function withSections(definition: FormDefinition, kept: readonly string[] | null): FormDefinition {
  const { settings = {}, workflow, publish, ...head } = definition;
  const sections = Object.entries(settings).filter(([name, members]) => kept?.includes(name) || Object.keys(members).length > 0);
  return {
    ...head,
    ...((kept || sections.length > 0) && { settings: Object.fromEntries(sections) }),
    ...(workflow && { workflow }),
    ...(publish && { publish }),
  };
}
