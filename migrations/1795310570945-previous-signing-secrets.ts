import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Several previous secrets of a webhook node can sign during a rotation, so they get a table of their own. */
export class PreviousSigningSecrets1795310570945 implements MigrationInterface {
  name = 'PreviousSigningSecrets1795310570945';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  /** Keeps the newest previous secret that still signs; the columns have room for one. */
  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `create table workflow_previous_signing_secrets (
    id bigint generated always as identity primary key,
    workflow_id uuid not null,
    node_id text not null,
    sealed bytea not null,
    valid_until timestamptz(3) not null,
    foreign key (workflow_id, node_id) references workflow_signing_secrets on delete cascade
  )`,
  `create index workflow_previous_signing_secrets_node_idx on workflow_previous_signing_secrets (workflow_id, node_id)`,
  `insert into workflow_previous_signing_secrets (workflow_id, node_id, sealed, valid_until)
    select workflow_id, node_id, previous_sealed, previous_valid_until
    from workflow_signing_secrets where previous_sealed is not null`,
  `alter table workflow_signing_secrets drop column previous_sealed, drop column previous_valid_until`,
];

const DOWN = [
  `alter table workflow_signing_secrets add column previous_sealed bytea, add column previous_valid_until timestamptz(3),
    add check ((previous_sealed is null) = (previous_valid_until is null))`,
  `update workflow_signing_secrets s set previous_sealed = p.sealed, previous_valid_until = p.valid_until
    from (select distinct on (workflow_id, node_id) * from workflow_previous_signing_secrets
      where valid_until > now() order by workflow_id, node_id, id desc) p
    where s.workflow_id = p.workflow_id and s.node_id = p.node_id`,
  `drop table workflow_previous_signing_secrets`,
];
