import type { ApiKeyEntity } from '../keys/api-key.entity';

/** A key together with its text, which is printed this once. */
export const issuedKeyOutput = ({ id, scopes, formAccessMode, expiresAt }: ApiKeyEntity, text: string) => ({
  id,
  key: text,
  scopes,
  form_access_mode: formAccessMode,
  expires_at: expiresAt.toISOString(),
});

/** A key as `keys list` prints it. */
export const listedKeyOutput = (key: ApiKeyEntity) => ({
  id: key.id,
  account_id: key.accountId,
  name: key.name,
  scopes: key.scopes,
  form_access_mode: key.formAccessMode,
  writes_enabled: key.writesEnabled,
  read_per_minute: key.readPerMinute,
  write_per_minute: key.writePerMinute,
  destructive_per_minute: key.destructivePerMinute,
  created_at: key.createdAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  expires_at: key.expiresAt.toISOString(),
  revoked_at: key.revokedAt?.toISOString() ?? null,
});

export const revokedKeyOutput = ({ id, revokedAt }: ApiKeyEntity) => ({
  id,
  revoked_at: revokedAt?.toISOString() ?? null,
});
