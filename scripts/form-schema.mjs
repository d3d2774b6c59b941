// Writes client/form.schema.json, the JSON Schema of forms as files, from openapi.json: node scripts/form-schema.mjs. With --check it only says
// whether that would change it.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { annotationsOf, conditionSchema, schemaOfConfig } from './form-schema/node-configs.mjs';
import { expanded, expandedMembers, withDefaults } from './form-schema/settings.mjs';

const target = fileURLToPath(new URL('../client/form.schema.json', import.meta.url));
const { schemas } = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')).components;
const text = `${JSON.stringify(formSchema(), null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (text !== readFileSync(target, 'utf8')) {
  console.error('client/form.schema.json would change. Run "npm run generate" and commit it.');
  process.exitCode = 1;
}

/** The members of a definition are those of the API, which needs only the name; `was`, `publish` and `$schema` are of files alone. */
function formSchema() {
  const { properties: created } = schemas.CreateFormInput;
  const { properties: updated } = schemas.UpdateFormInput;
  const nodeTypes = schemas.WorkflowNodeInput.properties.config['x-node-types'];
  const members = {
    name: created.name,
    status: updated.status,
    allowed_origins: withVariables(created.allowed_origins),
    validate_fields: created.validate_fields,
    notifications_enabled: created.notifications_enabled,
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:form-collection-client:form.schema.json',
    title: 'A form of the form collection service',
    description: 'What is left out of a definition is not managed by it. Within a section of the settings, it has its default.',
    type: 'object',
    properties: {
      $schema: { type: 'string', description: 'The place of this schema, for editors.' },
      ...expandedMembers(members, schemas),
      fields: { ...created.fields, description: `The fields, in their order: at most ${created.fields.maxItems}.`, items: fieldSchema() },
      settings: settingsSchema(),
      workflow: workflowSchema(nodeTypes),
      publish: { type: 'boolean', description: 'True when the workflow is published. Otherwise it is only saved as the draft.' },
    },
    required: ['name'],
    additionalProperties: false,
    ...publishedSchema(),
    $defs: {
      PublishedNode: publishedNode(nodeTypes),
      Condition: conditionSchema(nodeTypes),
      ...Object.fromEntries(Object.entries(nodeTypes).map(([type, schema]) => [configName(type), schemaOfConfig(schema)])),
    },
  };
}

/** An origin may be filled in from the environment. */
function withVariables({ items, ...list }) {
  const pattern = items.pattern.replace('^(?:', () => '^(?:.*\\$\\{FORM_VAR_[A-Z0-9_]+\\}.*|');
  return { ...list, items: { ...items, pattern } };
}

function fieldSchema() {
  const { description, ...field } = expanded({ $ref: '#/components/schemas/FieldDefinitionInput' }, schemas);
  const { examples, ...name } = field.properties.name;
  const was = { ...name, description: 'The former name of the field, which a rename takes from.' };
  return { ...field, description: 'A field.', properties: { name: { ...name, examples }, was, ...field.properties } };
}

function settingsSchema() {
  const { properties } = expanded({ $ref: '#/components/schemas/UpdateFormSettingsInput' }, schemas);
  const views = schemas.FormSettings.properties;
  const sections = Object.entries(properties).map(([name, section]) => [name, withDefaults(section, views[name], schemas)]);
  const description = 'The settings. A section that is left out is not managed; a member of a section that is left out has its default.';
  return { description, type: 'object', properties: Object.fromEntries(sections), additionalProperties: false };
}

/** The config of a step may be anything in a draft, which may be unfinished, so that here its members are described and not judged. */
function workflowSchema(nodeTypes) {
  const { nodes, edges } = schemas.WorkflowDefinitionInput.properties;
  const { description, ...node } = expanded(nodes.items, schemas);
  const { description: __, ...edge } = expanded(edges.items, schemas);
  const { 'x-node-types': _, ...config } = node.properties.config;
  const types = Object.entries(nodeTypes).map(([type, schema]) =>
    whenType(type, { type: 'object', properties: { config: annotationsOf(schema) } }),
  );
  const properties = { ...node.properties, config: { ...config, description: 'The settings of the type.' } };
  return {
    description: 'The steps that follow a submission, and their connections.',
    type: 'object',
    properties: {
      nodes: { ...expanded(nodes, schemas), items: { ...node, description: 'A step.', properties, allOf: types } },
      edges: { ...expanded(edges, schemas), items: { ...edge, description: 'A connection of two steps.' } },
    },
    required: ['nodes', 'edges'],
    additionalProperties: false,
  };
}

/** The schema of a workflow that is published, and so must be finished. */
function publishedSchema() {
  const nodes = { type: 'array', items: { $ref: '#/$defs/PublishedNode' } };
  return {
    if: { type: 'object', properties: { publish: { const: true } }, required: ['publish'] },
    then: { type: 'object', properties: { workflow: { type: 'object', properties: { nodes } } } },
  };
}

/** A step that is off may be unfinished. */
function publishedNode(nodeTypes) {
  const types = Object.keys(nodeTypes).map((type) =>
    whenType(type, { type: 'object', properties: { config: { $ref: `#/$defs/${configName(type)}` } } }),
  );
  return { if: { type: 'object', properties: { disabled: { const: true } }, required: ['disabled'] }, else: { allOf: types } };
}

function whenType(type, then) {
  return { if: { type: 'object', properties: { type: { const: type } }, required: ['type'] }, then };
}

function configName(type) {
  return `config_${type}`;
}
