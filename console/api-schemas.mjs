// The page knows more of the API than its client: the schemas of openapi.json for the settings of workflow nodes and of forms.
import { readFileSync } from 'node:fs';

const { components } = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'));

/** The schema of the config of each node type. */
export const NODE_TYPES = components.schemas.WorkflowNodeInput.properties.config['x-node-types'];

const SECTIONS = {
  form: 'UpdateFormInput',
  page: 'PageSettingsInput',
  notifications: 'NotificationSettingsInput',
  spam: 'SpamSettingsInput',
  'spam.siteverify': 'SiteverifySettingsInput',
  intake: 'IntakeSettingsInput',
  retention: 'RetentionSettingsInput',
  field: 'UpdateFieldInput',
};
const LINE_LENGTH = 2048; // longer texts may have several lines

/** The values that the members of a form, its settings and its fields admit, by their paths. */
export const MEMBER_TRAITS = Object.fromEntries(
  Object.entries(SECTIONS).flatMap(([section, schema]) =>
    Object.entries(components.schemas[schema].properties).map(([name, property]) => {
      const shape = alternativesOf(property).find(({ type }) => type !== 'null');
      const types = alternativesOf(property).flatMap(({ type }) => type);
      const choices = shape.enum?.filter((value) => value !== null);
      const [type] = types;
      const kind = type === 'string' ? (shape.format ?? (shape.maxLength > LINE_LENGTH ? 'text' : undefined)) : type;
      return [`${section}.${name}`, { type: choices ? undefined : kind, choices, isNullable: types.includes('null') || undefined }];
    }),
  ),
);

/** The shapes that a member may have, with those of named schemas in place of their names. */
function alternativesOf({ $ref, anyOf, ...shape }) {
  if (anyOf) return anyOf.flatMap(alternativesOf);
  return $ref ? alternativesOf(components.schemas[$ref.split('/').at(-1)]) : [shape];
}
