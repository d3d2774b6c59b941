import { Fault } from '../faults.js';

/** The sections of the settings of a form that a definition can have. */
export const SECTIONS = ['page', 'notifications', 'spam', 'intake', 'retention', 'respondent', 'notices'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** The members of each section of the settings with their defaults, as the `openapi.json` of a service has them. */
export interface ServiceDocument {
  defaults: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Schema {
  $ref?: string;
  default?: unknown;
  properties?: Record<string, Schema>;
}

interface OpenApi {
  components?: { schemas?: Record<string, Schema> };
}

/** Fetches the description of the API. */
export async function readServiceDocument(baseUrl: string): Promise<ServiceDocument> {
  const response = await fetch(`${baseUrl}/openapi.json`, { signal: AbortSignal.timeout(30_000) });
  const document = response.ok ? ((await response.json().catch(() => null)) as OpenApi | null) : null;
  if (!document?.components?.schemas) throw new Fault(`${baseUrl} is no form collection service: it has no openapi.json.`);
  return serviceDocumentOf(document);
}

/** Reads the defaults of the settings from an OpenAPI document. */
export function serviceDocumentOf({ components: { schemas = {} } = {} }: OpenApi): ServiceDocument {
  const follow = ({ $ref, ...schema }: Schema): Schema => ($ref ? (schemas[$ref.split('/').at(-1)!] ?? {}) : schema);
  const defaultsOf = (schema: Schema): Record<string, unknown> =>
    Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, member]) => [name, defaultOf(member)]));
  const defaultOf = (member: Schema): unknown => ('default' in member ? member.default : defaultsOf(follow(member)));
  const settings = Object.entries(schemas['FormSettings']?.properties ?? {});
  const sections = settings.filter(([, member]) => Object.values(follow(member).properties ?? {}).some((each) => 'default' in each));
  return { defaults: Object.fromEntries(sections.map(([name, member]) => [name, defaultsOf(follow(member))])) };
}
