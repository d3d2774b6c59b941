import { Entity, PrimaryColumn } from 'typeorm';

/** The grant that lets a key with selected access see a form. */
@Entity('api_key_forms')
export class ApiKeyFormEntity {
  @PrimaryColumn('uuid') apiKeyId: string;
  @PrimaryColumn('uuid') formId: string;
}
