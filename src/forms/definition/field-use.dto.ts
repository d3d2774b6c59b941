import { ApiProperty } from '@nestjs/swagger';

const USE_PLACES = ['draft', 'published', 'settings'] as const;

/** A place that names a field, or that compares it with one of its options. */
export class FieldUseView {
  /** The draft or the published version of the workflow, or the settings of the form. @example 'draft' */
  @ApiProperty({ enum: USE_PLACES })
  place: (typeof USE_PLACES)[number];

  /** The id of the node; null in settings. @example 'only_gold' */
  node_id: string | null;

  /** The display name of the node. @example 'Gold only' */
  node_name: string | null;

  /** The member of the node or of the settings. @example 'config.where.value' */
  path: string;

  /** The option that is compared there; null where the field itself is named. @example 'Gold' */
  option: string | null;
}

/** A sentence for people about the place. */
export function useSentence({ place, node_id: id, node_name: name, path, option }: FieldUseView): string {
  const where = place === 'settings' ? `The setting ${path}` : `The step "${name ?? id}" (${path}) of the ${PLACES[place]}`;
  return option === null ? `${where} names the field.` : `${where} compares it with "${option}", which is no option any more.`;
}

const PLACES = { draft: 'draft of the workflow', published: 'published workflow' } as const;
