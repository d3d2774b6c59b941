import { InvalidArgumentError } from 'commander';
import { MAX_BALANCE } from '../accounts/points.rules';
import { isSecretName, MAX_SECRET_HOSTS } from '../accounts/account-secret.entity';
import { type Scope, SCOPES } from '../api/auth/caller';
import { parseDateOrTimestamp } from '../api/validation/date.rules';
import { RETRIED_WORKFLOWS } from '../workflows/runs/api/retry.rules';
import { RETRYABLE_STATUSES } from '../workflows/runs/store/run.types';
import { personAddressOf } from '../keys/people.rules';
import { mailAddressOf } from '../platform/mail/mail-address.rules';
import { normalizedHost } from '../platform/outbound/allowed-hosts.rules';
import { isZone } from '../platform/time-zone.rules';
import { idOf, isId } from '../platform/ids.rules';
import {
  countCodePoints,
  duration,
  durationSeconds,
  hasControlCharacters,
  oneOf,
  parseList,
  type TextParser,
  wholeNumber,
} from '../platform/text/text-parsers.rules';
import type { PrintOptions } from './terminal';

/** Arguments for `command.option(...)` that let a command select an account. */
export const ACCOUNT_OPTION = ['--account <account>', 'id or name of the account (default: the only one, or "default")'] as const;

export interface AccountOption extends PrintOptions {
  account?: string;
}

/** Validates the name of an account or a key. */
export function nameText(text: string): string {
  const name = text.trim();
  const length = countCodePoints(name);
  if (length >= 1 && length <= 255 && !hasControlCharacters(name)) return name;
  throw new InvalidArgumentError('A name has 1 to 255 characters and no control characters.');
}

export function mailAddress(text: string): string {
  const address = mailAddressOf(text);
  if (address) return address.text;
  throw new InvalidArgumentError('Put one mail address, such as you@example.com.');
}

/** The address of a person, in lower case. */
export function personAddress(text: string): string {
  const address = personAddressOf(text);
  if (address !== null) return address;
  throw new InvalidArgumentError('Put one mail address, such as you@example.com.');
}

export function timeZoneName(text: string): string {
  if (isZone(text) && text.length <= 64) return text;
  throw new InvalidArgumentError('Put the name of an IANA time zone, such as Europe/Berlin.');
}

export function secretName(text: string): string {
  if (isSecretName(text)) return text;
  throw new InvalidArgumentError('A name begins with a capital letter and has at most 64 of A to Z, 0 to 9 and _.');
}

/** Adds a host to those of earlier options. A host is a name or an address without scheme, port and path. */
export function hostsWith(text: string, before: readonly string[] = []): string[] {
  const host = normalizedHost(text);
  if (host === null) throw new InvalidArgumentError('Put the name of one host, such as crm.example.com, without https://, port and path.');
  if (before.length >= MAX_SECRET_HOSTS) throw new InvalidArgumentError(`A secret has at most ${MAX_SECRET_HOSTS} hosts.`);
  return [...new Set([...before, host])];
}

export const perMinute = optionOf(wholeNumber(1, 1_000_000));

export const pointCount = optionOf(wholeNumber(1, MAX_BALANCE));

/** The lifetime of a key in seconds. The limit is ten years, so that a leaked key does not stay valid unnoticed forever. */
export const lifetime = optionOf(duration('1s', '3650d'));

/** The time in seconds for which a replaced secret stays valid after a rotation. */
export const overlap = optionOf(duration('0s', '7d'));

/** Parses `all` or a comma-separated list of scopes. */
export function scopeList(text: string): readonly Scope[] {
  const scopes = text === 'all' ? SCOPES : distinctEntries(text, oneOf(SCOPES).parse);
  if (scopes) return scopes;
  throw new InvalidArgumentError(`The scopes are ${SCOPES.join(', ')}; "all" stands for all of them.`);
}

/** Parses a time, or a duration that is subtracted from the current time. */
export function startTime(text: string): Date {
  const seconds = durationSeconds(text);
  const time = seconds === undefined ? parseDateOrTimestamp(text) : new Date(Date.now() - seconds * 1000);
  if (time) return time;
  throw new InvalidArgumentError('Put a duration such as 24h, or a time such as 2026-01-31T12:00:00Z.');
}

export const retryStatus = optionOf(oneOf(RETRYABLE_STATUSES));

export const retriedWorkflow = optionOf(oneOf(RETRIED_WORKFLOWS));

/** An id in any case; undefined for any other text. */
function parsedId(text: string): string | undefined {
  const id = idOf(text);
  return isId(id) ? id : undefined;
}

export const formId = optionOf({ expected: 'the id of a form', parse: parsedId });

export function formIdList(text: string): readonly string[] {
  const ids = distinctEntries(text, parsedId);
  if (ids) return ids;
  throw new InvalidArgumentError('Put the ids of one or more forms, with commas between them.');
}

function distinctEntries<T>(text: string, parse: (entry: string) => T | undefined): T[] | undefined {
  const entries = parseList(text, parse);
  return entries && [...new Set(entries)];
}

function optionOf<T>({ expected, parse }: TextParser<T>): (text: string) => T {
  return (text) => {
    const value = parse(text);
    if (value === undefined) throw new InvalidArgumentError(`Put ${expected}.`);
    return value;
  };
}
