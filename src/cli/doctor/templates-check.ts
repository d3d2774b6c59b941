import { migrationStateOf } from '../../platform/database/migrations';
import { type CheckedVersion, olderTemplateWarnings } from '../../workflows/definition/json-templates';
import type { SampledField } from '../../workflows/definition/sample.rules';
import { ask } from './database-check';
import { type Finding, off, ok, warning } from './finding.rules';

/** Names the published workflows of before values were escaped in JSON that some submission breaks. */
export async function checkTemplates(url: string): Promise<Finding> {
  const { pending } = await migrationStateOf(url);
  if (pending.length > 0) return off('It is not checked before all migrations are applied.');
  const versions = await ask(url, async (client) => (await client.query<OlderVersion>(OLDER)).rows);
  const broken: string[] = [];
  for (const { formId, ...version } of versions) {
    const warnings = await olderTemplateWarnings({ ...version, escapesJson: false }, version.fields);
    if (warnings.length > 0) broken.push(`${formId} (version ${version.version})`);
  }
  if (broken.length === 0) return ok('Templates of JSON hold whatever is submitted.');
  return warning(`Older workflows send broken JSON for some submissions. Forms: ${broken.join(', ')}.`, REMEDY);
}

interface OlderVersion extends Omit<CheckedVersion, 'escapesJson'> {
  formId: string;
  fields: Pick<SampledField, 'name' | 'type'>[];
}

const REMEDY = 'Test and publish these workflows again: from then on values are escaped. "warnings" of each workflow says where it breaks.';

/** The text of a definition is that of JSON.stringify. */
const OLDER = `
  select f.id as "formId", v.version, v.definition, coalesce((
      select json_agg(json_build_object('name', name, 'type', type)) from fields where form_id = f.id and deleted_at is null), '[]') as fields
  from workflows w
    join workflow_versions v on v.workflow_id = w.id and v.version = w.published_version
    join forms f on f.id = w.form_id and f.deleted_at is null
  where not v.escapes_json and v.definition::text like '%"mode":"template"%'
  order by f.id limit 500`;
