import { PUBLISH_CODES } from '../definition/publish-error.types';
import type { PublishCode } from '../definition/publish-error.types';
import { code, paragraphs, table } from './markdown';

/** What publishing asks of a definition, and what follows from it. */
export const publishingSection = (): string =>
  paragraphs(
    '## Publishing',
    'Publishing and tests refuse a definition that cannot work, with `workflow_validation_failed` and all reasons at once, up to 100, in `details.items`: objects with `code`, `message`, `node_id`, `edge_id` and `path`, of which those that do not apply are null.',
    table(
      ['code', 'meaning'],
      PUBLISH_CODES.map((name) => [code(name), MEANINGS[name]]),
    ),
    'A workflow is `simple` (and `simple_editable`) when it is one trigger, at most one filter, and destinations beside each other, each reached by one edge; else it is `advanced`. `published.channels` lists the destinations of the published version: `active`, `paused` (the node is disabled) or `auto_disabled` (its receiver is gone or failed for days), with a shortened address.',
  );

const MEANINGS: Record<PublishCode, string> = {
  no_trigger: 'There is no trigger, or it is disabled.',
  multiple_triggers: 'There is more than one trigger.',
  invalid_config: 'A config lacks something, or holds something that it must not.',
  unknown_port: 'An edge leaves from a port that its node does not have.',
  cycle: 'An edge closes a loop.',
  unreachable_node: 'No way leads from the trigger to a node.',
  unknown_field: 'The form has no field of this name, and no node before this one sets it.',
  unknown_path: 'A path names something that runs do not have.',
  unknown_secret: 'The account has no secret of this name.',
  blocked_url: 'The service does not call this address.',
  no_destination: 'There is no destination, or all are disabled.',
};
