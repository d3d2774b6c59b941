import { ApiProperty } from '@nestjs/swagger';
import { DEFINITION_SCHEMA } from './definition-schema.dto';
import type { Definition } from './definition/definition.types';
import { isSimple, modeOf } from './definition/mode.rules';
import type { Channel } from './definition/channels.rules';
import type { WorkflowVersionEntity } from './workflow-version.entity';
import type { WorkflowEntity } from './workflow.entity';

/** What will be published next. */
export class WorkflowDraftView {
  /** Counts the effective edits. @example 1 */
  revision: number;

  @ApiProperty(DEFINITION_SCHEMA)
  definition: Definition;

  /** Whether it differs from what is published. */
  is_dirty: boolean;

  /** Compute points of the cheapest way that a submission can take. */
  estimated_min_cost: number;

  /** Compute points of the dearest way; as many are reserved for each run. */
  estimated_max_cost: number;

  /** The version that it was restored from, as long as it has not been edited since. */
  restored_from_version_id: string | null;

  /** @example '2026-11-20T21:26:00.000Z' */
  saved_at: string;
}

/** A destination of the published version. */
export class ChannelView {
  /** @example 'crm' */
  node_id: string;

  /** @example 'webhook' */
  channel_type: string;

  name: string | null;

  /** `active`, or why nothing is sent there. */
  @ApiProperty({ enum: ['active', 'paused', 'auto_disabled'] })
  status: string;

  /** Where it sends to, without anything secret. @example 'https://crm.example.com/hook' */
  target: string | null;
}

/** The version that each accepted submission runs through. */
export class PublishedWorkflowView {
  id: string;

  /** @example 1 */
  version: number;

  @ApiProperty(DEFINITION_SCHEMA)
  definition: Definition;

  estimated_min_cost: number;

  estimated_max_cost: number;

  /** @example '2026-11-20T21:26:00.000Z' */
  published_at: string;

  @ApiProperty({ type: [ChannelView] })
  channels: ChannelView[];

  static from(version: WorkflowVersionEntity, channels: Channel[]): PublishedWorkflowView {
    return {
      id: version.id,
      version: version.version,
      definition: version.definition,
      estimated_min_cost: version.minCost,
      estimated_max_cost: version.maxCost,
      published_at: version.publishedAt.toISOString(),
      channels,
    };
  }
}

/** What happens after a submission. */
export class WorkflowView {
  id: string;

  form_id: string;

  /** `simple`: a trigger, at most one filter, and destinations beside each other. */
  @ApiProperty({ enum: ['simple', 'advanced'] })
  mode: 'simple' | 'advanced';

  /** Whether an editor for simple workflows can show the draft. */
  simple_editable: boolean;

  @ApiProperty({ type: WorkflowDraftView })
  draft: WorkflowDraftView;

  /** Null before the first publishing. */
  @ApiProperty({ type: PublishedWorkflowView, nullable: true })
  published: PublishedWorkflowView | null;

  static from(
    workflow: WorkflowEntity,
    isDirty: boolean,
    published: { version: WorkflowVersionEntity; channels: Channel[] } | null,
  ): WorkflowView {
    return {
      id: workflow.id,
      form_id: workflow.formId,
      mode: modeOf(workflow.draftDefinition),
      simple_editable: isSimple(workflow.draftDefinition),
      draft: {
        revision: workflow.draftRevision,
        definition: workflow.draftDefinition,
        is_dirty: isDirty,
        estimated_min_cost: workflow.draftMinCost,
        estimated_max_cost: workflow.draftMaxCost,
        restored_from_version_id: workflow.draftRestoredFromVersionId,
        saved_at: workflow.draftSavedAt.toISOString(),
      },
      published: published && PublishedWorkflowView.from(published.version, published.channels),
    };
  }
}
