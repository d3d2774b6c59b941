import type { SchemaObject } from '@nestjs/swagger';

/** What the document says of a member of replies. */
export type Traits = Pick<
  SchemaObject,
  'description' | 'format' | 'pattern' | 'minimum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems' | 'uniqueItems'
>;

const UUID: Traits = { format: 'uuid' };
const NODE_ID: Traits = { description: 'The id of a node of the workflow.', pattern: '^[A-Za-z0-9_-]{1,64}$' };
const WORD: Traits = { pattern: '^[a-z][a-z0-9_]*$', maxLength: 64 };
const TITLE: Traits = { maxLength: 255 };
const SECRET: Traits = { pattern: '^whsec_' };
const PER_MINUTE = 'Requests a minute.';

/** A name means the same in all replies, except where it stands after the name of its schema. What a DTO says itself goes before it. */
export const MEMBER_TRAITS: Readonly<Record<string, Traits>> = {
  // ids
  id: { description: 'The id.', ...UUID },
  form_id: { description: 'The id of the form.', ...UUID },
  workflow_id: { description: 'The id of the workflow.', ...UUID },
  run_id: { description: 'The id of the run.', ...UUID },
  submission_id: UUID,
  workflow_version_id: UUID,
  restored_from_version_id: UUID,
  retry_of_run_id: UUID,
  node_id: NODE_ID,
  draft_revision: { pattern: '^[0-9]+$' },
  request_id: {
    description: 'Identifies the request, for questions to support.',
    pattern: '^req_[0-9A-Z]{26}$',
    minLength: 30,
    maxLength: 30,
  },
  'FieldView.id': { pattern: '^[0-9]+$', maxLength: 19 },
  'NodeView.id': NODE_ID,
  'EdgeView.id': { description: 'The id of the edge.', ...NODE_ID },

  // texts
  name: { description: 'The name.', ...TITLE },
  label: { description: 'The text that people read.', ...TITLE },
  title: TITLE,
  submit_label: { description: 'The label of the button; null for that of the language.', ...TITLE },
  thanks_title: { description: 'The title after sending; null for that of the language.', ...TITLE },
  intro: { description: 'The text above the fields; null for none.', maxLength: 4000 },
  thanks_text: { description: 'The text after sending; null for that of the language.', maxLength: 4000 },
  filename: TITLE,
  content_type: { pattern: '^[^/ ]+/[^/ ]+', maxLength: 255 },
  sha256: { pattern: '^[0-9a-f]{64}$' },
  channel_type: { description: 'The type of the destination.', ...WORD },
  node_type: { description: 'The type of the node.', ...WORD },
  node_kind: { description: 'What the node is for.', ...WORD },
  error_code: { description: 'Why it has failed; null when it has not.', ...WORD },
  submission_token: { pattern: '^fst_' },
  secret: SECRET,
  previous_secret: SECRET,
  api_version: { description: 'The version of the API, which the path selects.', pattern: '^v[0-9]+$' },
  url: { description: 'The address.', pattern: '^https?://' },
  endpoint_url: { format: 'uri' },
  submission_endpoint: { format: 'uri' },
  submit_url: { format: 'uri' },
  message: { minLength: 1 },

  // lists
  allowed_origins: {
    description: 'The origins whose pages may submit; empty for all.',
    maxItems: 50,
    uniqueItems: true,
  },
  delivery_channel_types: { uniqueItems: true },
  scopes: { description: 'The scopes of the key.', uniqueItems: true },
  applicable_types: { minItems: 1, uniqueItems: true },
  fields: { maxItems: 100 },
  steps: { description: 'The nodes that the run has reached, in their order.', maxItems: 50 },
  channels: { description: 'The destinations.', maxItems: 50 },
  previous: { maxItems: 5 },
  to: { maxItems: 5 },
  accept: { minItems: 1 },

  // times, statuses and numbers
  created_at: { description: 'When it was created.' },
  updated_at: { description: 'When it was last changed.' },
  received_at: { description: 'When it was received.' },
  saved_at: { description: 'When it was saved.' },
  published_at: { description: 'When it was published.' },
  started_at: { description: 'When it began; null before.' },
  completed_at: { description: 'When it ended; null before.' },
  delivered_at: { description: 'When it was delivered; null before.' },
  valid_until: { description: 'Until when it is valid.' },
  expires_at: { description: 'Until when it is valid.' },
  latest_submission_at: { description: 'When the latest submission was received; null before the first.' },
  previous_valid_until: { description: 'Until when the previous secret signs as well; null when there is none.' },
  status: { description: 'The status.' },
  type: { description: 'The type.' },
  run_kind: { description: 'Whether it is a test.' },
  has_files: { description: 'Whether there are files.' },
  file_count: { description: 'The number of files.' },
  required: { description: 'Whether a submission needs a value.' },
  validate_fields: { description: 'Whether submitted values are validated.' },
  notifications_enabled: { description: 'Whether submissions are announced by mail.' },
  field_count: { description: 'The number of fields.' },
  submissions_count: { description: 'The number of submissions.' },
  unread_count: { description: 'The number of unread submissions.' },
  node_count: { description: 'The number of nodes.' },
  size_bytes: { description: 'The size in bytes.' },
  version: { description: 'The number of the version.' },
  attempt_count: { description: 'The number of attempts.' },
  consumed: { description: 'The points that were consumed.' },
  consumed_compute_points: { description: 'The points that were consumed.' },
  reserved_compute_points: { description: 'The points that were reserved.' },
  billed_compute_points: { description: 'The points that were billed.' },
  estimated_min_cost: { description: 'The lowest cost of a run, in compute points.' },
  estimated_max_cost: { description: 'The highest cost of a run, in compute points.' },
  read_per_minute: { description: PER_MINUTE },
  write_per_minute: { description: PER_MINUTE },
  destructive_per_minute: { description: PER_MINUTE },
  user_aggregate_per_minute: { description: PER_MINUTE },

  // definitions and settings
  schema_version: { description: 'The version of the format.' },
  nodes: { description: 'The steps.' },
  edges: { description: 'The connections of the nodes.' },
  definition: { description: 'The graph of nodes and edges.' },
  source: { description: 'The id of the node at its beginning.' },
  target: { description: 'The id of the node at its end.' },
  validation: { description: 'The validation beyond the type; null for none.' },
  value: { description: 'The value of `validation`.' },
  preset: { description: 'The validation preset.' },
  language: { description: 'The language of the page; `auto` for that of the visitor.' },
  frame: { description: 'Which pages may embed it.' },
  accent_color: { description: 'The color of buttons; null for the default.' },
  reply_to_field: { description: 'The field whose value becomes the `Reply-To`; null for none.' },
};

/** What a schema holds, for the members that refer to it. */
export const SCHEMA_DESCRIPTIONS: Readonly<Record<string, string>> = {
  RateLimitsView: 'The limits of the key and of its account.',
  PageSettingsView: 'The hosted page of the form.',
  PageSettingsDto: 'Changes of the hosted page; null for a member sets its default.',
  NotificationSettingsView: 'Mails that announce submissions.',
  NotificationSettingsDto: 'Changes of the mails that announce submissions.',
  DeliveredSubmissionView: 'The submission, with its form and run.',
  DefinitionView: 'The graph of nodes and edges.',
  DefinitionDto: 'The graph of nodes and edges.',
  WorkflowDraftView: 'The draft, which is published next.',
  SavedDraftView: 'The draft as it was saved.',
  ErrorView: 'Why the request was refused.',
};
