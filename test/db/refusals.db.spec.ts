import { v7 } from 'uuid';
import type { TestApp } from '../support/app';
import { shareApp } from '../support/app';
import type { CreatedForm } from '../support/forms';
import { aForm, anEnabledForm, aSubmission, submit } from '../support/forms';

/** Constraint violations by SQLSTATE (PostgreSQL, Appendix A). */
const CHECK = /^23514$/;
const FOREIGN_KEY = /^23503$|^23001$/; // the second one for `on delete restrict` from PostgreSQL 18 on
const UNIQUE = /^23505$/;
const REFUSED_BY_TRIGGER = /^P0001$/;

let app: TestApp;
let form: CreatedForm;
beforeAll(async () => {
  app = await shareApp();
  form = await anEnabledForm(app.api, { fields: [{ name: 'email', type: 'string' }] });
  await submit(app.api, form, { email: 'a@b.example' }, { 'idempotency-key': 'k' });
  await app.database.query(
    `insert into workflow_versions (id, workflow_id, version, definition, fingerprint, node_count, min_cost, max_cost, published_at)
     select $2, id, 1, draft_definition, '', 1, 0, 0, now() from workflows where form_id = $1`,
    [form.id, v7()],
  );
});
afterAll(() => app.close());

async function sqlStateOf(sql: string): Promise<string | undefined> {
  const filled = sql.replaceAll('$form', `'${form.id}'`).replaceAll('$account', `'${app.accountId}'`);
  try {
    await app.database.query(filled.replaceAll('$id', `'${v7()}'`));
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

const SUBMISSION = 'insert into submissions (id, form_id, source, fields, received_at, file_count, user_agent) values';
const FIELD = 'insert into fields (form_id, name, label, type, required, position, validation_kind, preset, created_at, updated_at) values';

describe('the database refuses', () => {
  it.each<[string, string, RegExp]>([
    ['two accounts of one name', `insert into accounts (id, name, plan) select $id, name, plan from accounts limit 1`, UNIQUE],
    ['a plan that does not exist', `insert into accounts (id, name, plan) values ($id, 'x', 'gold')`, FOREIGN_KEY],
    ['to delete an account with keys or forms', `delete from accounts where id = $account`, FOREIGN_KEY],
    [
      'to delete an account whose points have moved',
      `do $$ declare owner uuid := gen_random_uuid(); begin
         insert into accounts (id, name, plan) values (owner, 'with points', 'self_hosted');
         insert into point_ledger (account_id, kind, points) values (owner, 'grant', 1);
         delete from accounts where id = owner;
       end $$`,
      FOREIGN_KEY,
    ],
    ['a kind of access that does not exist', `update api_keys set form_access_mode = 'some'`, CHECK],
    ['a limit of none a minute', `update api_keys set read_per_minute = 0`, CHECK],
    ['a form without a name', `update forms set name = ''`, CHECK],
    ['a name of 256 characters', `update forms set name = repeat('x', 256)`, CHECK],
    ['another status of a form', `update forms set status = 'archived'`, CHECK],
    ['a revision before the first', `update forms set revision = 0`, CHECK],
    ['more unread submissions than there are', `update form_stats set unread_count = submissions_count + 1`, CHECK],
    ['fewer submissions than none', `update form_stats set submissions_count = -1, unread_count = 0`, CHECK],
    ['a field name in capitals', `${FIELD} ($form, 'Email', null, 'string', false, 1, null, null, now(), now())`, CHECK],
    [
      'two production runs of one submission that repeat no other',
      `insert into workflow_runs (id, account_id, form_id, workflow_id, workflow_version_id, submission_id, run_kind, status, created_at)
       select gen_random_uuid(), $account, $form, $form, $form, $form, 'production', 'pending', now() from generate_series(1, 2)`,
      UNIQUE,
    ],
    ['two fields of one name', `${FIELD} ($form, 'email', null, 'string', false, 1, null, null, now(), now())`, UNIQUE],
    ['another type of field', `${FIELD} ($form, 'x', null, 'text', false, 1, null, null, now(), now())`, CHECK],
    ['a label of 256 characters', `${FIELD} ($form, 'x', repeat('x', 256), 'string', false, 1, null, null, now(), now())`, CHECK],
    ['a position before the first', `${FIELD} ($form, 'x', null, 'string', false, -1, null, null, now(), now())`, CHECK],
    ['a preset without its kind', `${FIELD} ($form, 'x', null, 'string', false, 1, null, 'email', now(), now())`, CHECK],
    ['a kind without its preset', `${FIELD} ($form, 'x', null, 'string', false, 1, 'preset', null, now(), now())`, CHECK],
    ['a field of no form', `${FIELD} ($id, 'x', null, 'string', false, 1, null, null, now(), now())`, FOREIGN_KEY],
    ['another source of a submission', `${SUBMISSION} ($id, $form, 'email', '{}', now(), 0, null)`, CHECK],
    ['fewer files than none', `${SUBMISSION} ($id, $form, 'api', '{}', now(), -1, null)`, CHECK],
    ['a longer user agent than is kept', `${SUBMISSION} ($id, $form, 'api', '{}', now(), 0, repeat('x', 256))`, CHECK],
    ['a submission twice', `insert into submissions select * from submissions limit 1`, UNIQUE],
    [
      'an idempotency key of a form twice',
      `insert into submission_idempotency_keys select * from submission_idempotency_keys limit 1`,
      UNIQUE,
    ],
    [
      'a second workflow of a form',
      `insert into workflows (id, form_id, draft_definition, draft_min_cost, draft_max_cost, draft_saved_at, created_at) values ($id, $form, '{}', 0, 0, now(), now())`,
      UNIQUE,
    ],
    ['a cost that is below the least', `update workflows set draft_min_cost = 2, draft_max_cost = 1`, CHECK],
    [
      'a version twice',
      `insert into workflow_versions select $id, workflow_id, version, definition, fingerprint, node_count, min_cost, max_cost, restored_from_version_id, published_at from workflow_versions`,
      UNIQUE,
    ],
    ['to change a version', `update workflow_versions set definition = '{}'`, REFUSED_BY_TRIGGER],
    ['to change the audit trail', `update audit_events set action = 'nothing'`, REFUSED_BY_TRIGGER],
  ])('%s', async (_, sql, state) => {
    expect((await sqlStateOf(sql)) ?? 'nothing').toMatch(state);
  });
});

describe('the database allows', () => {
  it('the name of a deleted field for a new one', async () => {
    const sql = `${FIELD} ($form, 'email', null, 'string', false, 1, null, null, now(), now())`;
    await app.database.query(`update fields set deleted_at = now() where form_id = $1`, [form.id]);
    expect(await sqlStateOf(sql)).toBeUndefined();
  });
});

describe('a form that is deleted', () => {
  it('cascades to everything that belongs to it and to nothing else', async () => {
    const [doomed, other] = [await anEnabledForm(app.api), await aForm(app.api)];
    await aSubmission(app.api, doomed);
    await app.database.query('delete from forms where id = $1', [doomed.id]);
    const tables = await app.database.query<{ table: string }>(
      `select table_name as table from information_schema.columns where table_schema = 'public' and column_name = 'form_id'`,
    );
    expect(tables.length).toBeGreaterThan(5);
    for (const { table } of tables.filter((each) => each.table !== 'audit_events')) {
      expect({ table, left: await app.database.query(`select from ${table} where form_id = $1`, [doomed.id]) }).toEqual({
        table,
        left: [],
      });
    }
    expect(await app.database.query('select from form_stats where form_id = $1', [other.id])).toHaveLength(1);
  });
});
