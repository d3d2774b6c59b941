import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { WORD } from '../api/validation/decorators.rules';
import { wireOf } from '../platform/text/wire.rules';
import { DefinitionView } from './definition.dto';
import type { Definition } from './model/definition.types';
import { isSimple, modeOf } from './definition/graph.rules';
import { type Channel, channelsOf } from './definition/channels.rules';
import { MAX_NODES, NODE_ID } from './definition/structure.rules';
import type { WorkflowEntity, WorkflowVersionEntity } from './workflow.entity';
import { isDirty } from './workflow.rules';
import { WorkflowVersionView } from './workflow-version-view.dto';
import type { StoredWorkflow } from './workflows.repository';

/** The draft of a workflow, which is published next. */
export class WorkflowDraftView {
  /** The number of effective edits. The `draft_revision` of a test run is this number as a text. @example 1 */
  revision: number;

  /** The graph of nodes and edges. */
  @ApiProperty({ type: DefinitionView })
  definition: Definition;

  /** True when the draft differs from the published version. @example true */
  is_dirty: boolean;

  /** The lowest cost of a run, in compute points. @example 0 */
  estimated_min_cost: number;

  /** The highest cost of a run, in compute points, which each run reserves. @example 0 */
  estimated_max_cost: number;

  /** The version that the draft was restored from, until the draft is edited. */
  @ApiProperty({ format: 'uuid' })
  restored_from_version_id: string | null;

  /** The time when it was saved. @example '2026-11-20T21:26:00.000Z' */
  saved_at: string;
}

/** A destination of the published version. */
export class ChannelView {
  /** The id of a node of the workflow. @example 'crm' */
  @ApiProperty({ pattern: NODE_ID.source })
  node_id: string;

  /** The type of the destination. @example 'webhook' */
  @ApiProperty(WORD)
  channel_type: string;

  /** The name. @example 'CRM' */
  @ApiProperty({ maxLength: 255 })
  name: string | null;

  /** `active`, `paused` (the node is disabled) or `auto_disabled` (the receiver is gone, or failed for days). @example 'active' */
  @ApiProperty({ enum: ['active', 'paused', 'auto_disabled'] })
  status: string;

  /** The shortened address of the destination, without secrets. @example 'https://crm.example.com/hook' */
  target: string | null;
}

const PUBLISHED = ['id', 'version', 'definition', 'estimated_min_cost', 'estimated_max_cost', 'published_at'] as const;

/** The version that accepted submissions run through. */
export class PublishedWorkflowView extends PickType(WorkflowVersionView, PUBLISHED) {
  /** The destinations. */
  @ApiProperty({ type: [ChannelView], maxItems: MAX_NODES })
  channels: ChannelView[];

  static from(version: WorkflowVersionEntity, channels: Channel[]): PublishedWorkflowView {
    return {
      ...wireOf(version, 'id', 'version', 'definition', 'publishedAt'),
      estimated_min_cost: version.minCost,
      estimated_max_cost: version.maxCost,
      channels,
    };
  }
}

/** The workflow of a form. */
export class WorkflowView {
  /** The id. @example '019aa2c4-5f0e-7c3a-9d4e-1b2c3d4e5f60' */
  id: string;

  /** The id of the form. @example '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f' */
  form_id: string;

  /** `simple` for a trigger, at most one filter, and parallel destinations. @example 'simple' */
  @ApiProperty({ enum: ['simple', 'advanced'] })
  mode: 'simple' | 'advanced';

  /** True when an editor for simple workflows can show the draft. @example true */
  simple_editable: boolean;

  /** The draft, which is published next. */
  @ApiProperty({ type: WorkflowDraftView })
  draft: WorkflowDraftView;

  /** Null before the first publishing. */
  @ApiProperty({ type: PublishedWorkflowView, nullable: true })
  published: PublishedWorkflowView | null;

  /** Doubts about the published version; absent when there are none. Webhooks whose template does not give JSON for every submission, texts that steps map or compare and that are no options of the field, and mails to visitors that could not be published any more or leave something out. */
  @ApiPropertyOptional({
    type: [String],
    example: ['Version 2 does not escape the values in the body of CRM. With a quotation mark in every text: ...'],
  })
  warnings?: string[];

  static from({ workflow, version, disabledNodeIds }: StoredWorkflow, warnings: string[]): WorkflowView {
    return {
      ...identityOf(workflow),
      draft: {
        revision: workflow.draftRevision,
        definition: workflow.draftDefinition,
        is_dirty: isDirty(workflow, version),
        estimated_min_cost: workflow.draftMinCost,
        estimated_max_cost: workflow.draftMaxCost,
        restored_from_version_id: workflow.draftRestoredFromVersionId,
        saved_at: workflow.draftSavedAt.toISOString(),
      },
      published: version && PublishedWorkflowView.from(version, channelsOf(version.definition, new Set(disabledNodeIds))),
      ...(warnings.length > 0 && { warnings }),
    };
  }
}

/** The draft after an edit. */
export class SavedDraftView extends PickType(WorkflowDraftView, ['definition', 'is_dirty']) {
  /** The number of effective edits. @example 2 */
  revision: number;
}

/** A workflow after an edit of its draft. */
export class SavedWorkflowView extends PickType(WorkflowView, ['id', 'form_id', 'mode', 'simple_editable']) {
  /** The draft as it was saved. */
  @ApiProperty({ type: SavedDraftView })
  draft: SavedDraftView;

  static from(workflow: WorkflowEntity, hasChanges: boolean): SavedWorkflowView {
    const { draftRevision: revision, draftDefinition: definition } = workflow;
    return { ...identityOf(workflow), draft: { revision, definition, is_dirty: hasChanges } };
  }
}

function identityOf({ id, formId, draftDefinition }: WorkflowEntity): Omit<SavedWorkflowView, 'draft'> {
  return { id, form_id: formId, mode: modeOf(draftDefinition), simple_editable: isSimple(draftDefinition) };
}
