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
      const [type, isNullable] = [property.type].flat();
      const choices = property.enum?.filter((value) => value !== null);
      const kind = type === 'string' ? (property.format ?? (property.maxLength > LINE_LENGTH ? 'text' : undefined)) : type;
      return [`${section}.${name}`, { type: choices ? undefined : kind, choices, isNullable: isNullable && true }];
    }),
  ),
);
