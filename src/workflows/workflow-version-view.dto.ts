import { ApiProperty } from '@nestjs/swagger';
import { wireOf } from '../platform/text/wire.rules';
import { DefinitionView } from './definition.dto';
import type { Definition } from './model/definition.types';
import type { WorkflowVersionEntity } from './workflow.entity';

/** A published version without its definition, which can be large. */
export class ListedVersionView {
  /** The id. @example '019aa2c4-6f11-7d02-8c3d-2c3d4e5f6071' */
  id: string;

  /** The id of the workflow. @example '019aa2c4-5f0e-7c3a-9d4e-1b2c3d4e5f60' */
  workflow_id: string;

  /** The number of the version, from 1 for each workflow. @example 1 */
  version: number;

  /** The number of nodes. @example 2 */
  node_count: number;

  /** The lowest cost of a run, in compute points. @example 0 */
  estimated_min_cost: number;

  /** The highest cost of a run, in compute points, which each run reserves. @example 0 */
  estimated_max_cost: number;

  /** The version that this one is a copy of, when a restored draft was published without changes. */
  @ApiProperty({ format: 'uuid' })
  restored_from_version_id: string | null;

  /** The time when it was published. @example '2026-11-20T21:26:00.000Z' */
  published_at: string;

  static from(version: Omit<WorkflowVersionEntity, 'definition' | 'fingerprint' | 'escapesJson'>): ListedVersionView {
    return {
      ...wireOf(version, 'id', 'workflowId', 'version', 'nodeCount', 'restoredFromVersionId', 'publishedAt'),
      estimated_min_cost: version.minCost,
      estimated_max_cost: version.maxCost,
    };
  }
}

/** A published version, which never changes. */
export class WorkflowVersionView extends ListedVersionView {
  /** The graph of nodes and edges. */
  @ApiProperty({ type: DefinitionView })
  definition: Definition;

  static override from(version: WorkflowVersionEntity): WorkflowVersionView {
    return { ...ListedVersionView.from(version), definition: version.definition };
  }
}
