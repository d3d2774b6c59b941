import type { Scope } from '../auth/caller';

/** The scopes of an operation that one scope does not decide. With `anyOf`, the operation itself decides which of them it needs. */
export type ScopeRule = { anyOf: readonly Scope[] } | { allOf: readonly Scope[] };

/** The scopes that are asked for, and the word between them in a sentence. */
export function scopesOf(needed: Scope | ScopeRule): { scopes: readonly Scope[]; word: 'or' | 'and' } {
  if (typeof needed === 'string') return { scopes: [needed], word: 'and' };
  return 'anyOf' in needed ? { scopes: needed.anyOf, word: 'or' } : { scopes: needed.allOf, word: 'and' };
}
