import { InvalidArgumentError } from 'commander';
import { MAX_BALANCE } from '../accounts/points.rules';
import { isSecretName } from '../accounts/account-secret.rules';
import type { Scope } from '../api/auth/scopes';
import { SCOPES } from '../api/auth/scopes';
import { isId } from '../platform/id.rules';
import { durationSeconds } from './duration.rules';

/** A name that people read: of an account, or of a key. */
export function nameText(text: string): string {
  const name = text.trim();
  const length = [...name].length;
  if (length >= 1 && length <= 255 && !/\p{Cc}/u.test(name)) return name;
  throw new InvalidArgumentError('A name has 1 to 255 characters and no control characters.');
}

/** The name of a secret, as templates write it. */
export function secretName(text: string): string {
  if (isSecretName(text)) return text;
  throw new InvalidArgumentError('A name begins with a capital letter and has at most 64 of A to Z, 0 to 9 and _.');
}

/** A limit in requests a minute. */
export const perMinute = (text: string): number => wholeNumber(text, 1_000_000);

/** A number of compute points. */
export const pointCount = (text: string): number => wholeNumber(text, MAX_BALANCE);

function wholeNumber(text: string, most: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= most) return number;
  throw new InvalidArgumentError(`Put a whole number from 1 to ${most}.`);
}

/** `all`, or scopes between commas. */
export function scopeList(text: string): readonly Scope[] {
  const scopes = text === 'all' ? SCOPES : wordsOf(text);
  if (scopes.length > 0 && scopes.every(isScope)) return scopes;
  throw new InvalidArgumentError(`The scopes are ${SCOPES.join(', ')}; "all" stands for all of them.`);
}

const isScope = (word: string): word is Scope => SCOPES.some((scope) => scope === word);

/** Ids of forms between commas. */
export function formIdList(text: string): readonly string[] {
  const ids = wordsOf(text);
  if (ids.length > 0 && ids.every(isId)) return ids;
  throw new InvalidArgumentError('Put the ids of one or more forms, with commas between them.');
}

const wordsOf = (text: string): string[] => [...new Set(text.split(',').map((word) => word.trim()))];

/** Seconds until a key stops to work. Ten years at the most, since a key that never ends is never missed when it leaks. */
export const lifetime = (text: string): number => durationFrom(text, '1s', '3650d');

/** Seconds for which the former secret of a key goes on working. */
export const overlap = (text: string): number => durationFrom(text, '0s', '7d');

function durationFrom(text: string, least: string, most: string): number {
  const seconds = durationSeconds(text) ?? NaN;
  if (seconds >= durationSeconds(least)! && seconds <= durationSeconds(most)!) return seconds;
  throw new InvalidArgumentError(`Put a duration from ${least} to ${most}, such as 30s, 15m, 24h or 7d.`);
}
