import { type CheckedVersion, olderTemplateWarnings } from '../../workflows/definition/json-templates';
import type { CopySettings } from '../../workflows/definition/copy-allowance.rules';
import { type RecipientField, visitorMailWarnings } from '../../workflows/definition/visitor-mail-warnings.rules';
import type { SampledField } from '../../workflows/definition/sample.rules';
import { rowsOf } from './database-check';
import { type Finding, ok, warning } from './finding.rules';

/** Warns of published workflows whose JSON some submission would break. They were published before values were escaped in JSON. */
export async function checkTemplates(url: string): Promise<Finding> {
  const versions = await rowsOf<OlderVersion>(url, OLDER);
  const broken: string[] = [];
  for (const { formId, ...version } of versions) {
    const warnings = await olderTemplateWarnings({ ...version, escapesJson: false }, version.fields);
    if (warnings.length > 0) broken.push(`${formId} (version ${version.version})`);
  }
  if (broken.length === 0) return ok('Templates of JSON hold whatever is submitted.');
  return warning(`Older workflows send broken JSON for some submissions. Forms: ${broken.join(', ')}.`, TEST_AGAIN);
}

interface OlderVersion extends Omit<CheckedVersion, 'escapesJson'> {
  formId: string;
  fields: Pick<SampledField, 'name' | 'type'>[];
}

const TEST_AGAIN =
  'Test and publish these workflows again: from then on values are escaped. "warnings" of each workflow says where it breaks.';

/** `definition` holds the output of JSON.stringify, which has no white space between tokens. */
const OLDER = `
  select f.id as "formId", v.version, v.definition, coalesce((
      select json_agg(json_build_object('name', name, 'type', type)) from fields where form_id = f.id and deleted_at is null), '[]') as fields
  from workflows w
    join workflow_versions v on v.workflow_id = w.id and v.version = w.published_version
    join forms f on f.id = w.form_id and f.deleted_at is null
  where not v.escapes_json and v.definition::text like '%"mode":"template"%'
  order by f.id limit 500`;

/** Warns of published workflows whose mails go to addresses of submissions otherwise than may be published now. */
export async function checkVisitorMails(url: string): Promise<Finding> {
  const versions = await rowsOf<MailingVersion>(url, MAILING);
  const warned = versions.filter(({ fields, settings, ...version }) => visitorMailWarnings(version, fields, settings).length > 0);
  if (warned.length === 0) return ok('Mails to visitors go to one address each, and leave nothing out.');
  const forms = warned.map(({ formId, version }) => `${formId} (version ${version})`).join(', ');
  return warning(
    `Workflows send mails to visitors that could not be published any more, or leave something out. Forms: ${forms}.`,
    SEE_MAILS,
  );
}

interface MailingVersion extends Pick<CheckedVersion, 'version' | 'definition'> {
  formId: string;
  fields: RecipientField[];
  settings: CopySettings;
}

const SEE_MAILS = '"warnings" of each workflow names the steps. Correct them and publish; docs/visitors.md says what such a mail may do.';

/** `definition` holds the output of JSON.stringify, in which a template in `to` is a text with braces. */
const MAILING = `
  select f.id as "formId", v.version, v.definition, f.settings, coalesce((
      select json_agg(json_build_object('name', name, 'type', type, 'preset', preset)) from fields where form_id = f.id and deleted_at is null),
    '[]') as fields
  from workflows w
    join workflow_versions v on v.workflow_id = w.id and v.version = w.published_version
    join forms f on f.id = w.form_id and f.deleted_at is null
  where v.definition::text like '%"type":"email"%' and v.definition::text ~ '"to":\\[[^\\]]*\\{[{%]'
  order by f.id limit 500`;

/** Warns of secrets without allowed hosts, which workflows may send anywhere. */
export async function checkHosts(url: string): Promise<Finding> {
  const open = await rowsOf<{ name: string; account: string }>(url, WITHOUT_HOSTS);
  if (open.length === 0) return ok('Every secret of an account has hosts that it may be sent to.');
  const names = open.slice(0, MAX_NAMED).map(({ name, account }) => `${name} (account "${account}")`);
  const more = open.length > MAX_NAMED ? ' and more' : '';
  return warning(`Secrets without hosts, which workflows may send anywhere: ${names.join(', ')}${more}.`, SAY_WHERE);
}

const MAX_NAMED = 50;
const SAY_WHERE = 'Say where each belongs: npm run cli -- secrets hosts --name <name> --host <host>. Its value stays.';

const WITHOUT_HOSTS = `
  select s.name, a.name as account from account_secrets s join accounts a on a.id = s.account_id
  where s.hosts = '{}' order by a.name, s.name limit ${MAX_NAMED + 1}`;
