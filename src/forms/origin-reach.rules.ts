import { parse } from 'tldts';

/** Tells why an allowed origin lets in everybody: a wildcard below `co.uk` or `github.io`, or `null`, the origin of pages without one. */
export function reachOf(origin: string): 'registry' | 'provider' | 'opaque' | null {
  if (origin === 'null') return 'opaque';
  const [, host] = /^https?:\/\/\*\.([^:/]+)/i.exec(origin) ?? [];
  if (host === undefined) return null;
  const { domain, isPrivate } = parse(host, { allowPrivateDomains: true });
  if (domain !== null) return null;
  return isPrivate ? 'provider' : 'registry';
}

/** The warnings about entries that let in everybody, without the name of the setting. */
export function originWarnings(origins: readonly string[]): string[] {
  return origins.includes('*') ? [] : origins.flatMap((origin) => WARNINGS[reachOf(origin) ?? 'none']?.(origin) ?? []);
}

const WARNINGS: Readonly<Record<string, (origin: string) => string>> = {
  opaque: () =>
    'has null, which browsers send for files, sandboxed frames and pages that hide where they are, so that every page can submit.',
  provider: (origin) => `has ${origin}, where anybody can get a name, so that every page there can submit. Name your own instead.`,
  registry: (origin) => `has ${origin}, which stands for the domains of everybody. Name your own instead.`,
};
