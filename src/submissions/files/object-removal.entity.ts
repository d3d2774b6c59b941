import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * An object of the store that is to be removed at a time: that of a deleted file at once, that of an upload unless a submission takes it
 * over before.
 */
@Entity('object_removals')
export class ObjectRemovalEntity {
  @PrimaryColumn('text') objectName: string;
  @Column('timestamptz') dueAt: Date;
}
