import type { Service } from '../service/connection.js';
import type { ServiceForm } from '../service/service-form.js';
import type { Change } from './plan.types.js';

const FIELD = /^fields (\S+)$/;

/** Counts the submissions that have a value of the fields that retire. */
export async function withCounts(changes: readonly Change[], form: ServiceForm, service: Service): Promise<Change[]> {
  const counted: Change[] = [];
  for (const change of changes) {
    const [, name] = FIELD.exec(change.subject) ?? [];
    counted.push(change.sign === '-' && name !== undefined ? { ...change, note: await countOf(name, form, service) } : change);
  }
  return counted;
}

/** The service looks at the newest submissions only, so that what was looked at is told where it is not all. */
async function countOf(name: string, { id, form }: ServiceForm, { client }: Service): Promise<string> {
  const { data } = await client.getNameUse({ path: { form: id }, query: { name } });
  const { submissions, with_value: used } = data;
  const values = `${used} ${used === 1 ? 'has' : 'have'} a value, which stays`;
  if (submissions === form.submissions_count) return `of ${submissions} submissions, ${values}`;
  return `of the newest ${submissions} submissions of 30 days, ${values}; there are ${form.submissions_count} in all`;
}
