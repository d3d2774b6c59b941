import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { FieldOptions, FieldType, Preset } from './field.types';

/** The id is an integer in text, since clients send the order of fields as integers. */
@Entity('fields')
export class FieldEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: string;
  @Column('uuid') formId: string;
  @Column('text') name: string;
  @Column('text', { nullable: true }) label: string | null;
  @Column('text') type: FieldType;
  @Column('boolean') required: boolean;
  @Column('json', { nullable: true }) options: FieldOptions | null;
  /** `custom` marks a validation from an older system, which only the owner can clear. */
  @Column('text', { nullable: true }) validationKind: 'preset' | 'custom' | null;
  @Column('text', { nullable: true }) preset: Preset | null;
  @Column('integer') position: number;
  /** Deleted fields are kept, because stored submissions refer to their names. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) deletedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
  @Column({ type: 'timestamptz', precision: 3 }) updatedAt: Date;
}
