import { toTheSecond } from '../../../src/api/validation/date.rules.js';
import { normalizedOptions } from '../../../src/forms/definition/field-options.rules.js';
import { normalizedOrigins } from '../../../src/forms/origin.rules.js';
import { isJsonObject } from '../../../src/platform/json/json.rules.js';
import type { Field, Form, FormSettings, WorkflowDefinition } from '../../src/index.js';
import type { FieldOfFile, FormDefinition } from '../definition/definition.types.js';
import { isSame } from '../objects.js';
import { SECTIONS, type SectionName, type ServiceDocument } from '../service/service-document.js';
import type { CanonicalField, CanonicalForm, CanonicalWorkflow } from './canonical.types.js';

/** The canonical form of a definition that has no mistakes and whose variables are filled in. */
export function canonicalOfDefinition(definition: FormDefinition, { defaults }: ServiceDocument): CanonicalForm {
  const { name, status, allowed_origins, validate_fields, notifications_enabled, fields, settings = {}, workflow } = definition;
  return {
    name: name.trim(),
    ...(status !== undefined && { status }),
    ...(allowed_origins !== undefined && { allowed_origins: normalizedOrigins(allowed_origins) }),
    ...(validate_fields !== undefined && { validate_fields }),
    ...(notifications_enabled !== undefined && { notifications_enabled }),
    ...(fields !== undefined && { fields: fields.map(canonicalField) }),
    settings: Object.fromEntries(
      Object.entries(settings).map(([section, members]) => [section, canonicalSection(section as SectionName, members, defaults[section])]),
    ),
    ...(workflow !== undefined && { workflow: canonicalWorkflow(workflow) }),
  };
}

/** The canonical form of a form of a service, with all that it has. */
export function canonicalOfService(
  form: Form,
  settings: FormSettings | null,
  workflow: WorkflowDefinition | null,
  { defaults }: ServiceDocument,
): CanonicalForm {
  const sections = settings ? SECTIONS.filter((section) => section in settings && section in defaults) : [];
  return {
    name: form.name,
    status: form.status,
    allowed_origins: form.allowed_origins,
    validate_fields: form.validate_fields,
    notifications_enabled: form.notifications_enabled,
    fields: form.fields.map(fieldOfService),
    settings: Object.fromEntries(
      sections.map((section) => [section, canonicalSection(section, settings![section] as Record<string, unknown>, defaults[section])]),
    ),
    ...(workflow && { workflow: canonicalWorkflow(workflow) }),
  };
}

export function canonicalField({ name, label, type, required, options, validation }: FieldOfFile): CanonicalField {
  return {
    name,
    label: label?.trim() || null,
    type,
    required: required ?? false,
    options: normalizedOptions(options ?? null),
    validation: validation ?? null,
  };
}

/** A validation of an older system, which checks nothing, has no preset. */
const fieldOfService = ({ validation, ...field }: Field): CanonicalField =>
  canonicalField({ ...field, validation: validation?.preset ?? null });

/** The members of a section that differ from their defaults. */
export function canonicalSection(
  section: SectionName,
  members: Readonly<Record<string, unknown>>,
  defaults: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const entries = Object.entries(members).map(([name, value]) => [name, canonicalMember(section, name, value, defaults[name])] as const);
  return Object.fromEntries(entries.filter(([name, value]) => value !== null && !isSame(value, defaults[name])));
}

function canonicalMember(section: SectionName, name: string, value: unknown, byDefault: unknown): unknown {
  if (name === 'places') return canonicalPlaces(value);
  if (isJsonObject(value)) {
    const members = canonicalSection(section, value, isJsonObject(byDefault) ? byDefault : {});
    return Object.keys(members).length > 0 ? members : null;
  }
  if (typeof value !== 'string') return value;
  if (name === 'opens_at' || name === 'closes_at') return toTheSecond(value);
  return section === 'page' ? value.trim() || null : value;
}

/** Options without a number, and fields without an option, have no limit. */
function canonicalPlaces(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).map(([field, options]) => {
    const numbers = isJsonObject(options) ? Object.entries(options).filter(([, number]) => number !== null) : [];
    return [field, Object.fromEntries(numbers)] as const;
  });
  return Object.fromEntries(fields.filter(([, options]) => Object.keys(options).length > 0));
}

export function canonicalWorkflow({ nodes, edges }: Pick<WorkflowDefinition, 'nodes' | 'edges'>): CanonicalWorkflow {
  return {
    nodes: nodes.map(({ disabled, ...node }) => ({ ...node, ...(disabled && { disabled }) })),
    edges: edges.map(({ source_port, ...edge }) => ({
      ...edge,
      ...(source_port !== undefined && source_port !== 'out' && { source_port }),
    })),
  };
}
