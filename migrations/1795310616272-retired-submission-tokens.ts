import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Submission tokens that a rotation has replaced. */
export class RetiredSubmissionTokens1795310616272 implements MigrationInterface {
  name = 'RetiredSubmissionTokens1795310616272';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table retired_submission_tokens (
      form_id uuid not null references forms on delete cascade,
      digest bytea not null,
      valid_until timestamptz(3) not null,
      primary key (form_id, digest)
    )`);
    await runner.query(
      `comment on table retired_submission_tokens is 'Submission tokens that a rotation has replaced, as long as they are accepted.'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table retired_submission_tokens');
  }
}
