import { parseConnectionUrl } from 'nodemailer/lib/shared';
import { Client } from 'pg';
import { Redis } from 'ioredis';
import { withEncodedAccess } from './address-access.rules';
import { SETTINGS } from './settings';

/** Passwords as generators and people make them. */
const READABLE = [
  'p@ss',
  'a@b@c',
  'p:w',
  '@',
  ':',
  '100%',
  '%zz',
  'a b',
  'p\\w',
  '"quoted"',
  'ü€',
  '[x]',
  '{a|b}',
  '^',
  'a,b',
  "~!$&'()*+;=",
];
const CUT = ['p/w', 'p?w', 'p#w', '12/34', '1?2', '1#2', '/', '?', '#', 'a@b/c', 'a/b@c', '12?a=b', 'x?y=z', 'p?a=1&b', '//', '??##'];

const passwordsOf = {
  DATABASE_URL: (url: string) => new Client({ connectionString: url }).password,
  REDIS_URL: (url: string) => new Redis(url, { lazyConnect: true }).options.password,
  SMTP_URL: (url: string) => (parseConnectionUrl(url) as { auth: { pass: string } }).auth.pass,
};
const SETS = [
  ['DATABASE_URL', 'postgres://', 'db.example:5432/forms'],
  ['REDIS_URL', 'redis://', 'redis.example:6379'],
  ['SMTP_URL', 'smtp://', 'mail.example:587'],
] as const;

describe.each(SETS)('%s', (name, scheme, place) => {
  const read = (password: string, user = 'me') => SETTINGS[name].read(`${scheme}${user}:${password}@${place}`);

  it.each(READABLE)('reads the password %j as it is', (password) => {
    const url = read(password)!;
    expect(passwordsOf[name](url)).toBe(password);
    expect(new URL(url).host).toBe(new URL(`x://${place}`).host);
  });

  it.each(CUT)('refuses the password %j, which hides the host, and says how to write it', (password) => {
    expect(read(password)).toBeUndefined();
    expect(read(password, 'me@example.com')).toBeUndefined();
    expect(SETTINGS[name].remedy).toMatch(/write \/ \? # @ : % as %2F %3F %23 %40 %3A %25\.$/);
    expect(passwordsOf[name](read(encodeURIComponent(password))!)).toBe(password);
  });

  it('keeps the spelling of an address that every driver reads', () => {
    const address = `${scheme}me:p%40w@${place}`;
    expect(SETTINGS[name].read(address)).toBe(address);
  });
});

it.each([
  'postgres://localhost/forms?application_name=a@b',
  'postgres://me:pw@/forms?host=/var/run/postgresql',
  'postgres:///forms?user=a@b&host=/run',
  'postgres://me:pw@db/forms?sslrootcert=/etc/a@b.pem&sslmode=verify-full',
  'redis+sentinel://:pw@host:26379/name/0?sentinel_password=a@b',
  'smtp://mail.example',
])('%s stays as it is', (address) => {
  expect(withEncodedAccess(address)).toBe(address);
});

it('the user of a mail server may be an address', () => {
  const url = SETTINGS.SMTP_URL.read('smtp://me@example.com:pw@mail.example:587')!;
  expect(parseConnectionUrl(url)).toMatchObject({ host: 'mail.example', auth: { user: 'me@example.com', pass: 'pw' } });
});

it('several servers of Redis may have passwords with commas', () => {
  expect(SETTINGS.REDIS_URL.read('redis://:a,b@one, redis://:c@two')).toBe('redis://:a%2Cb@one,redis://:c@two');
});
