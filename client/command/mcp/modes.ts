import { Fault } from '../faults.js';
import type { Service } from '../service/connection.js';

interface Scopes {
  needed: readonly string[];
  optional: readonly string[];
}

/** The scopes of the key of an agent. No key has those of both, so that what a visitor wrote can never steer what is changed or sent. */
export const MODES = {
  build: {
    needed: ['forms:read', 'forms:create', 'workflows:read', 'workflows:write', 'workflows:test'],
    optional: ['forms:update'],
  },
  read: { needed: ['forms:read', 'submissions:read', 'workflows:read'], optional: [] },
} as const satisfies Record<string, Scopes>;

export type Mode = keyof typeof MODES;

/** Throws a `Fault` that names the scopes that the key has in excess and those that it lacks. */
export function requireMode({ capabilities }: Pick<Service, 'capabilities'>, mode: Mode): void {
  const { needed, optional }: Scopes = MODES[mode];
  const scopes: readonly string[] = capabilities.scopes;
  const excess = scopes.filter((scope) => !needed.includes(scope) && !optional.includes(scope));
  const lacking = needed.filter((scope) => !scopes.includes(scope));
  if (excess.length === 0 && lacking.length === 0) return;
  const faults = [
    ...(excess.length > 0 ? [`has ${excess.join(', ')}, which no agent with --allow ${mode} may have`] : []),
    ...(lacking.length > 0 ? [`lacks ${lacking.join(', ')}`] : []),
  ];
  throw new Fault(
    `The key ${faults.join(', and ')}. Make one with exactly ${needed.join(', ')}, in the console under Keys or by POST /v1/keys.`,
  );
}
