import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People are keys with an address. They sign in by mail or with a passkey, and their sessions last, can be listed and can be ended. */
export class Door1795920000030 implements MigrationInterface {
  name = 'Door1795920000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PEOPLE);
    await runner.query(SIGN_IN_MAILS);
    await runner.query(PASSKEYS);
    await runner.query(SESSIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
alter table console_secrets drop constraint console_secrets_used_check, drop column id, drop column opened_by, drop column idle_seconds,
  drop column proves_address, drop column proved_at, drop column browser, drop column network, drop column passkey_id,
  add constraint console_secrets_check check ((kind = 'session') = (last_used_at is not null));
drop table used_challenges, passkeys, sign_in_mails;
alter table accounts drop column owner_asked_at;
delete from api_keys where person_address is not null;
alter table api_keys drop column person_address, drop column joined_at`);
  }
}

const PEOPLE = `
alter table api_keys
  add column person_address text check (char_length(person_address) between 3 and 320),
  add column joined_at timestamptz(3),
  add constraint api_keys_person_check check (person_address is null or not is_console);
create unique index api_keys_person_key on api_keys (person_address, account_id)
  where person_address is not null and revoked_at is null;
comment on column api_keys.person_address is 'The address of a person, in lower case and with an ASCII domain; null for a program. A person has no secrets.';
comment on column api_keys.joined_at is 'When the person signed in first; null for a program, and for somebody who was only invited.';
alter table accounts add column owner_asked_at timestamptz(3);
comment on column accounts.owner_asked_at is 'When the first link to the console asked for the address of the owner, and got an answer or "Later".';
`;

const SIGN_IN_MAILS = `
create table sign_in_mails (
  id uuid primary key,
  purpose text not null check (purpose in ('sign_in', 'invitation', 'proof')),
  address text not null check (char_length(address) between 3 and 320),
  api_key_id uuid references api_keys on delete cascade,
  account_id uuid references accounts on delete cascade,
  lookup_id text not null unique,
  browser_digest bytea,
  session_id uuid,
  network text,
  browser text check (char_length(browser) <= 80),
  only_today boolean not null default false,
  tries smallint not null default 0,
  opened_at timestamptz(3),
  used_at timestamptz(3),
  send_at timestamptz(3),
  attempts smallint not null default 0,
  sent_at timestamptz(3),
  error_code text,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  check ((purpose = 'sign_in') = (api_key_id is null))
);
create index sign_in_mails_send_idx on sign_in_mails (send_at) where send_at is not null;
create index sign_in_mails_address_idx on sign_in_mails (address, created_at);
create index sign_in_mails_network_idx on sign_in_mails (network, created_at) where network is not null;
create index sign_in_mails_account_idx on sign_in_mails (account_id, created_at) where account_id is not null;
create index sign_in_mails_key_idx on sign_in_mails (api_key_id) where api_key_id is not null;
create index sign_in_mails_browser_idx on sign_in_mails (browser_digest) where browser_digest is not null;
create index sign_in_mails_expires_at_idx on sign_in_mails (expires_at);
comment on table sign_in_mails is 'Mails with a link or a code for the console. The secrets are derived from the id with a key that is not in the database. An hourly task removes old ones.';
comment on column sign_in_mails.api_key_id is 'The person who is invited or proves who he is. Null for a sign-in, which is also stored for an address that nobody has.';
comment on column sign_in_mails.lookup_id is 'The public part of the secret in the link.';
comment on column sign_in_mails.browser_digest is 'HMAC-SHA-256 of the cookie of the browser that asked.';
comment on column sign_in_mails.network is 'The network that asked, by which requests are counted.';
comment on column sign_in_mails.browser is 'The kind of browser and system that asked, which the mail tells.';
comment on column sign_in_mails.session_id is 'The session for which a code proves who is there.';
comment on column sign_in_mails.tries is 'Codes that were tried.';
comment on column sign_in_mails.send_at is 'When the mail is sent, or tried again; null when that is done, or in vain.';
`;

const PASSKEYS = `
create table passkeys (
  id uuid primary key,
  credential_id text not null unique,
  host text not null,
  address text not null,
  api_key_id uuid references api_keys on delete cascade,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  user_handle text not null,
  name text not null check (char_length(name) between 1 and 64),
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index passkeys_address_idx on passkeys (address, created_at);
create index passkeys_key_idx on passkeys (api_key_id) where api_key_id is not null;
comment on table passkeys is 'The public halves of the passkeys of people.';
comment on column passkeys.host is 'The host to which it belongs. Browsers offer it at no other.';
comment on column passkeys.api_key_id is 'The only person that it opens, for one that was made without a proof of the address. Null for one that opens each account of the address.';
comment on column passkeys.counter is 'The highest count of uses that the device has told. A lower one later tells a copy.';
create table used_challenges (
  digest bytea primary key,
  expires_at timestamptz(3) not null
);
create index used_challenges_expires_at_idx on used_challenges (expires_at);
comment on table used_challenges is 'Challenges of passkeys that were answered, so that none is answered twice. An hourly task removes those that have ended.';
`;

/** Sessions of before keep their twelve hours and their one hour of rest. */
const SESSIONS = `
alter table console_secrets
  add column id uuid,
  add column opened_by text check (opened_by in ('link', 'key', 'mail', 'passkey')),
  add column idle_seconds integer not null default 3600 check (idle_seconds > 0),
  add column proves_address boolean not null default false,
  add column proved_at timestamptz(3),
  add column browser text check (char_length(browser) <= 80),
  add column network text,
  add column passkey_id uuid references passkeys on delete cascade;
update console_secrets
  set id = gen_random_uuid(), opened_by = case when kind = 'link' then null when key_secret_id is null then 'link' else 'key' end;
alter table console_secrets alter column id set default gen_random_uuid(), alter column id set not null, add unique (id);
alter table console_secrets drop constraint console_secrets_check;
alter table console_secrets add constraint console_secrets_used_check
  check ((kind = 'session') = (last_used_at is not null) and (kind = 'session') = (opened_by is not null));
create index console_secrets_passkey_idx on console_secrets (passkey_id) where passkey_id is not null;
comment on column console_secrets.id is 'Tells one session of a person from the others in lists.';
comment on column console_secrets.idle_seconds is 'A session ends after so many seconds without use.';
comment on column console_secrets.last_used_at is 'Noted every ten seconds at most.';
comment on column console_secrets.proves_address is 'True for a session that a mail to the address or a passkey of it opened: only it may go to other accounts of the address.';
comment on column console_secrets.proved_at is 'When the person last proved who is there, by a mail or a passkey. Null for a session that neither of them opened.';
comment on column console_secrets.browser is 'The kind of browser and system, for the list of sessions.';
comment on column console_secrets.network is 'The network from which the session began, without the last part of the address.';
`;
