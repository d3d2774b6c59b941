import { PUBLISH_CODES } from '../../../src/workflows/model/publish-error.types';
import type { PublishCode } from '../../../src/workflows/model/publish-error.types';
import { code, paragraphs, table } from '../markdown';

/** The validation of a definition for publishing and tests. */
export const publishingSection = (): string =>
  paragraphs(
    '## Publishing',
    'Publishing and testing validate the whole definition. If it is invalid, they answer `workflow_validation_failed` with all errors at once, up to 100, in `details.items`. An item has `code`, `message`, `node_id`, `edge_id` and `path`; members that do not apply are null.',
    table(
      ['code', 'meaning'],
      PUBLISH_CODES.map((name) => [code(name), MEANINGS[name]]),
    ),
    'A webhook whose template makes JSON is rendered with samples before it is published or tested, once nothing else is wrong: with every field missing, ordinary values, every box unticked, every text empty, and with a quotation mark, a backslash, a line break and a brace in every text. When one of them does not give JSON, the item is `invalid_config` at `config.body.template`, and its message names the sample and the line and column of the template. `GET /v1/forms/{form}/workflow` has `warnings` when a sample breaks the published version, and that was published before values were escaped; `npm run cli -- doctor` lists the forms. Publishing again mends it.',
    '`draft.is_dirty` of `GET /v1/forms/{form}/workflow` tells whether the draft differs from the published version, as it does before the first one. `GET .../workflow/versions` lists all versions, and `POST .../workflow/draft/restore` with `{"version": 1}` makes one of them the draft again.',
    'The draft of a workflow is `simple` (and `simple_editable`) when it consists of a trigger, at most one filter, and parallel destinations with one incoming edge each; otherwise it is `advanced`. `published.channels` lists the destinations of the published version with a shortened address and their status: `active`, `paused` (the node is disabled) or `auto_disabled` (the receiver is gone, or failed for days).',
  );

const MEANINGS: Record<PublishCode, string> = {
  no_trigger: 'The workflow has no enabled trigger.',
  multiple_triggers: 'The workflow has more than one enabled trigger.',
  invalid_config: 'A config lacks a required option, or has an invalid one.',
  unknown_port: 'An edge leaves from a port that its source node does not have.',
  cycle: 'An edge closes a cycle.',
  unreachable_node: 'A node cannot be reached from the trigger.',
  unknown_field: 'The form has no field with this name, and no earlier node sets it.',
  unknown_option: 'A field is compared with a text that is none of its options, in a form that checks values.',
  unknown_path: 'A path does not exist in the state of a run.',
  unknown_secret: 'The account has no secret with this name.',
  blocked_url: 'The service must not call this URL, or it is the submit address of one of its own forms.',
  host_not_allowed: 'A secret must not be sent to the host of this node.',
  untrusted_recipient: 'A mail goes to an address that anybody could enter, and not to one field with the preset `email` alone.',
  copy_not_allowed: 'A mail repeats the submission, and the form lets programs submit, or the mail goes to a fixed address.',
  no_destination: 'The workflow has no enabled destination.',
};
