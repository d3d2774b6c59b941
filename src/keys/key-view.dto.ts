import { ApiProperty } from '@nestjs/swagger';
import { type Scope, SCOPES } from '../api/auth/caller';
import { MAX_PREVIOUS_SECRETS } from '../platform/crypto/digests.rules';
import { wireOf } from '../platform/text/wire.rules';
import { EXPOSED_PLACES, type ExposedPlace } from './exposed-keys.rules';
import { type Grantor, unmanageableReason } from './key-ceiling.rules';
import {
  endOf,
  KEY_KINDS,
  KEY_STATUSES,
  type KeyKind,
  kindOf,
  type KeyRow,
  type KeySecret,
  type KeyStatus,
  PREFIX_LENGTH,
  prefixOf,
  rightsOf,
  statusOf,
} from './key.rules';

const PREFIX = { minLength: PREFIX_LENGTH, maxLength: PREFIX_LENGTH, pattern: '^fck_' };

/** The limits of a key in requests a minute; null where that of the plan applies. */
export class KeyRateLimitsView {
  /** Requests a minute. @example 600 */
  read_per_minute: number | null;
  /** Requests a minute. @example null */
  write_per_minute: number | null;
  /** Requests a minute. @example null */
  destructive_per_minute: number | null;
}

/** A value of a key that is valid. The first 12 characters tell it from others. */
export class KeySecretView {
  /** The beginning of the value. @example 'fck_AbCdEf01' */
  @ApiProperty(PREFIX)
  prefix: string;

  /** The time of its creation. @example '2026-11-20T21:26:00.000Z' */
  created_at: string;

  /** The end of its overlap, when a rotation has replaced it; else null. @example null */
  expires_at: string | null;

  /** The last time that the whole value was seen where it does not belong, such as in a header of a submission; else null. @example null */
  exposed_at: string | null;

  /** The place: a header or the query of the submit address of a form, or a header that a published workflow sends. @example null */
  @ApiProperty({ enum: EXPOSED_PLACES, nullable: true })
  exposed_in: ExposedPlace | null;

  /** The form in question; null also for one that the caller does not see. @example null */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  exposed_form_id: string | null;

  static from({ lookupId, exposedFormId, ...secret }: KeySecret, grantor: Grantor | null): KeySecretView {
    return {
      prefix: prefixOf(lookupId),
      ...wireOf(secret, 'createdAt', 'expiresAt', 'exposedAt', 'exposedIn'),
      exposed_form_id: exposedFormId !== null && sees(grantor, exposedFormId) ? exposedFormId : null,
    };
  }
}

/** Somebody who signs in to the console. */
export class PersonView {
  /** The address, in lower case and with an ASCII domain. @example 'lena@example.com' */
  address: string;

  /** The name that lists and the audit trail show. @example 'Lena Example' */
  name: string;

  /** The first time that the person signed in; null for somebody who was only invited. @example '2026-11-21T09:30:00.000Z' */
  joined_at: string | null;
}

/** An API key without its value, which is shown once, when it is made or rotated. */
export class KeyView {
  /** The id. It stays the same when the key is rotated. @example '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f' */
  id: string;

  /** `key` for a program, `person` for somebody who signs in to the console and has no value. @example 'key' */
  @ApiProperty({ enum: KEY_KINDS })
  kind: KeyKind;

  /** For people: what the key is for, or the name of the person. @example 'Spreadsheet of the museum' */
  name: string;

  /** The person; left out for a `key`. */
  @ApiProperty({ required: false })
  person?: PersonView;

  /** The beginning of the newest value; left out for a `person`. @example 'fck_AbCdEf01' */
  @ApiProperty({ ...PREFIX, required: false })
  prefix?: string;

  /** The rights of the key. @example ['forms:read', 'submissions:read'] */
  @ApiProperty({ enum: SCOPES, enumName: 'Scope', isArray: true, uniqueItems: true })
  scopes: Scope[];

  /** `all` forms of the account, or only those `selected` for the key. @example 'selected' */
  @ApiProperty({ enum: ['all', 'selected'] })
  form_access_mode: 'all' | 'selected';

  /** The ids of the forms that it sees, in their order, as far as the caller sees them; left out with `all`. @example ['019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f'] */
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, required: false })
  form_ids?: string[];

  /** The number of further forms of it, which the caller does not see; left out with `all`, and for a caller that sees all forms. @example 2 */
  @ApiProperty({ type: 'integer', minimum: 0, required: false })
  further_form_count?: number;

  /** False for a key that may only read, whatever its scopes. @example true */
  writes_enabled: boolean;

  /** Limits of its own. */
  rate_limits: KeyRateLimitsView;

  /** `expiring` when it expires within 14 days. @example 'active' */
  @ApiProperty({ enum: KEY_STATUSES })
  status: KeyStatus;

  /** The time at which it expires; null for a person without an end. @example '2027-11-20T21:26:00.000Z' */
  expires_at: string | null;

  /** The time of its last use, to the minute; null before the first. The ETag does not cover it. @example '2026-11-21T09:30:00.000Z' */
  last_used_at: string | null;

  /** The time of its creation. @example '2026-11-20T21:26:00.000Z' */
  created_at: string;

  /** The key that made it; null when the operator did, or a person by a link to the console. @example null */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  created_by_key_id: string | null;

  /** The time of its revocation; else null. @example null */
  revoked_at: string | null;

  /** Counts changes, rotations and the revocation. @example 1 */
  revision: number;

  /** True for the key of the request. @example false */
  current: boolean;

  /** True where the rights of the caller suffice to change, rotate and revoke it, whether or not it has ended. The ETag does not cover it. @example true */
  manageable: boolean;

  /** A sentence for people that says why the caller may not do all of this; null when `manageable` is true. @example null */
  unmanageable_reason: string | null;

  /** The last time that a valid value of it was seen where it does not belong; else null. @example null */
  exposed_at: string | null;

  /** Its valid values, newest first: one, and those whose overlap lasts; left out for a `person`. */
  @ApiProperty({ type: [KeySecretView], maxItems: MAX_PREVIOUS_SECRETS + 1, required: false })
  secrets?: KeySecretView[];

  /** Shows a key to a caller. A null grantor stands for the operator, who sees everything. */
  static from(key: KeyRow, grantor: Grantor | null): KeyView {
    const reason = grantor && unmanageableReason(grantor, { ...rightsOf(key), id: key.id });
    const { formAccessMode, secrets } = key;
    return {
      ...wireOf(key, 'id', 'name', 'formAccessMode', 'writesEnabled', 'createdAt', 'createdByKeyId', 'revokedAt', 'revision'),
      kind: kindOf(key),
      ...(key.personAddress === null ? valuesIn(key, grantor) : { person: personIn(key, key.personAddress) }),
      expires_at: endOf(key)?.toISOString() ?? null,
      scopes: [...key.scopes].sort(),
      ...(formAccessMode === 'selected' && formsIn(key, grantor)),
      rate_limits: wireOf(key, 'readPerMinute', 'writePerMinute', 'destructivePerMinute'),
      status: statusOf(key),
      last_used_at: toTheMinute(key.lastUsedAt),
      current: key.id === grantor?.caller.keyId,
      manageable: reason === null,
      unmanageable_reason: reason,
      exposed_at: latest(secrets.map(({ exposedAt }) => exposedAt))?.toISOString() ?? null,
    };
  }
}

/** A key with its value. */
export class IssuedKeyView extends KeyView {
  /** The value, which authenticates requests. It is shown only in this answer. @example 'fck_…' */
  @ApiProperty({ pattern: '^fck_' })
  key: string;
}

/** A key that was made: with its value, or with what became of the invitation of the person. */
export class CreatedKeyView extends KeyView {
  /** The value, which authenticates requests. It is shown only in this answer; left out for a `person`. @example 'fck_…' */
  @ApiProperty({ pattern: '^fck_', required: false })
  key?: string;

  /** `sent_to_mailbox` when a mail invites the person, null when the service sends none: then hand over a sign-in link; left out for a `key`. @example 'sent_to_mailbox' */
  @ApiProperty({ enum: ['sent_to_mailbox'], nullable: true, required: false })
  invitation?: 'sent_to_mailbox' | null;
}

const valuesIn = ({ secrets }: KeyRow, grantor: Grantor | null): Pick<KeyView, 'prefix' | 'secrets'> => ({
  prefix: prefixOf(secrets[0]?.lookupId ?? ''),
  secrets: secrets.map((secret) => KeySecretView.from(secret, grantor)),
});

const personIn = (key: KeyRow, address: string): PersonView => ({ address, ...wireOf(key, 'name', 'joinedAt') });

const sees = (grantor: Grantor | null, formId: string): boolean => grantor?.formIds?.includes(formId) ?? true;

/** Hides the ids of forms that the caller does not see, and only counts them. */
function formsIn({ formIds }: KeyRow, grantor: Grantor | null): Pick<KeyView, 'form_ids' | 'further_form_count'> {
  const seen = formIds.filter((id) => sees(grantor, id));
  return { form_ids: seen, ...(grantor?.formIds && { further_form_count: formIds.length - seen.length }) };
}

const toTheMinute = (time: Date | null): string | null => time && new Date(Math.floor(time.getTime() / 60_000) * 60_000).toISOString();

const latest = (times: (Date | null)[]): Date | null => times.reduce((last, time) => (time && (!last || time > last) ? time : last), null);
