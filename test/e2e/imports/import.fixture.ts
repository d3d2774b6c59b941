import { type Answer } from '../../support/api';
import type { TestApp } from '../../support/app';

export const FIELDS = [
  { name: 'email', type: 'string', required: true },
  { name: 'age', type: 'number' },
  { name: 'tags', type: 'array' },
  { name: 'agrees', type: 'boolean' },
];
export const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson; charset=utf-8' };
export const ndjson = (...rows: unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
export const NOTHING_REFUSED = {
  already_there: 0,
  refused: [],
  refused_count: 0,
  refused_groups: [],
  not_validated: 0,
  will_be_deleted: 0,
  deleted_from: null,
  warnings: [],
};

interface Sent {
  type?: string;
  query?: string;
  key?: string;
}

/** Imports into forms of an app, and exports out of them. */
export function importsOf(app: () => TestApp) {
  const send = (form: { id: string }, file: string | Buffer, { type = TYPES.csv, query = '', key }: Sent = {}): Promise<Answer> =>
    (key ? app().api.as(key) : app().api).post(`/v1/forms/${form.id}/submissions/import?${query}`, Buffer.from(file), {
      idempotencyKey: '',
      headers: { 'content-type': type },
    });

  const imported = async (...sent: Parameters<typeof send>) => {
    const answer = await send(...sent);
    expect({ status: answer.status, details: (answer.body as any).error }).toEqual({ status: 200, details: undefined });
    return answer.body.data;
  };

  const listed = async (form: { id: string }, query = '') =>
    (await app().api.get(`/v1/forms/${form.id}/submissions?limit=50&${query}`)).body.data as any[];

  const fieldsIn = async (form: { id: string }): Promise<any[]> => (await listed(form)).map(({ fields }) => fields);

  const exported = async (form: { id: string }, format: string): Promise<string> => {
    const address = `${app().api.baseUrl}/v1/forms/${form.id}/submissions/export?format=${format}`;
    return (await fetch(address, { headers: { authorization: `Bearer ${await app().key()}` } })).text();
  };

  return { send, imported, listed, fieldsIn, exported };
}
