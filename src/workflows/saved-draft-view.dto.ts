import { ApiProperty } from '@nestjs/swagger';
import { DefinitionView } from './definition.dto';
import type { Definition } from './model/definition.types';
import { isSimple, modeOf } from './definition/graph.rules';
import type { WorkflowEntity } from './workflow.entity';

/** The draft after an edit. */
export class SavedDraftView {
  /** The number of effective edits. @example 2 */
  revision: number;

  /** The graph of nodes and edges. */
  @ApiProperty({ type: DefinitionView })
  definition: Definition;

  /** True when the draft differs from the published version. @example true */
  is_dirty: boolean;
}

/** A workflow after an edit of its draft. */
export class SavedWorkflowView {
  /** The id. @example '019aa2c4-5f0e-7c3a-9d4e-1b2c3d4e5f60' */
  id: string;

  /** The id of the form. @example '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f' */
  form_id: string;

  /** `simple` for a trigger, at most one filter, and parallel destinations. @example 'simple' */
  @ApiProperty({ enum: ['simple', 'advanced'] })
  mode: 'simple' | 'advanced';

  /** True when an editor for simple workflows can show the draft. @example true */
  simple_editable: boolean;

  /** The draft as it was saved. */
  @ApiProperty({ type: SavedDraftView })
  draft: SavedDraftView;

  static from({ id, formId, draftRevision, draftDefinition }: WorkflowEntity, isDirty: boolean): SavedWorkflowView {
    return {
      id,
      form_id: formId,
      mode: modeOf(draftDefinition),
      simple_editable: isSimple(draftDefinition),
      draft: { revision: draftRevision, definition: draftDefinition, is_dirty: isDirty },
    };
  }
}
