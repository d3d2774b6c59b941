import { type Command, Option } from 'commander';
import type { AccountEntity } from '../accounts/account.entity';
import type { AccountOverview } from '../accounts/accounts.service';
import { UsageError } from '../platform/errors/operator-error';
import { wireOf } from '../platform/text/wire.rules';
import { KeyView } from '../keys/key-view.dto';
import type { KeyRow } from '../keys/key.rules';
import { ACCOUNT_OPTION, type AccountOption, mailAddress, nameText, perMinute, personAddress, pointCount, timeZoneName } from './options';
import { withAccount, withServices } from './services';
import { JSON_OPTION, print, type PrintOptions, tableLines, type Terminal } from './terminal';

export function addAccountCommands(program: Command, terminal: Terminal): void {
  const accounts = program.command('accounts').description('Accounts, which own forms and keys.');
  const ofOne = (name: string, description: string): Command =>
    accounts.command(name).description(description).requiredOption('--account <account>', 'id or name of the account');
  accounts
    .command('create')
    .description('Creates an account.')
    .requiredOption('--name <name>', 'name of the account', nameText)
    .option('--plan <plan>', 'free, pro, business or self_hosted', 'self_hosted')
    .option('--owner <address>', 'mail address of the owner, who signs in to the console', personAddress)
    .option('--owner-name <name>', 'name of the owner (default: the address)', nameText)
    .option('--aggregate-per-minute <n>', 'limit for all its keys together, in requests a minute (default: that of the plan)', perMinute)
    .option(...JSON_OPTION)
    .action((options: NewAccount) => create(terminal, options));
  accounts
    .command('list')
    .description('Lists all accounts, oldest first.')
    .option(...JSON_OPTION)
    .action((options: PrintOptions) => list(terminal, options));
  accounts
    .command('show')
    .description('Shows an account: its plan with its limits, its points, and the numbers of its keys, forms and quarantined submissions.')
    .option(...ACCOUNT_OPTION)
    .option(...JSON_OPTION)
    .action((options: AccountOption) => show(terminal, options));
  ofOne('set-plan', 'Changes the plan of an account.')
    .requiredOption('--plan <plan>', 'free, pro, business or self_hosted')
    .option(...JSON_OPTION)
    .action((options: OneAccount & { plan: string }) => setPlan(terminal, options));
  ofOne('suspend', SUSPENDS)
    .option(...JSON_OPTION)
    .action((options: OneAccount) => suspend(terminal, options));
  ofOne('resume', 'Ends the suspension of an account. Its runs continue within seconds.')
    .option(...JSON_OPTION)
    .action((options: OneAccount) => resume(terminal, options));
  ofOne('set-email', 'Sets the address that is notified of submissions to forms that name no recipients.')
    .option('--email <address>', 'the address', mailAddress)
    .addOption(new Option('--clear', 'no address: such forms notify nobody').conflicts('email'))
    .option(...JSON_OPTION)
    .action((options: EmailChange) => setEmail(terminal, options));
  ofOne('set-time-zone', 'Sets the time zone in which pages and mails tell times, of forms that set none of their own.')
    .option('--time-zone <name>', 'IANA time zone, such as Europe/Berlin', timeZoneName)
    .addOption(new Option('--clear', 'no time zone: times are told in UTC').conflicts('timeZone'))
    .option(...JSON_OPTION)
    .action((options: TimeZoneChange) => setTimeZone(terminal, options));
  ofOne('grant-points', GRANTS)
    .requiredOption('--points <n>', 'number of points', pointCount)
    .option(...JSON_OPTION)
    .action((options: OneAccount & { points: number }) => grantPoints(terminal, options));
}

const SUSPENDS =
  'Suspends an account: within five seconds its keys may only read and its forms accept no submissions, and its workflow runs wait.';
const GRANTS =
  'Grants an account compute points in addition to those of its plan. Runs that are blocked for lack of points continue within seconds.';

interface NewAccount extends PrintOptions {
  name: string;
  plan: string;
  owner?: string;
  ownerName?: string;
  aggregatePerMinute?: number;
}

interface OneAccount extends PrintOptions {
  account: string;
}

interface EmailChange extends OneAccount {
  email?: string;
  clear?: boolean;
}

interface TimeZoneChange extends OneAccount {
  timeZone?: string;
  clear?: boolean;
}

async function create(terminal: Terminal, options: NewAccount): Promise<void> {
  const { name, plan, owner: address, ownerName } = options;
  if (ownerName !== undefined && address === undefined) throw new UsageError('Put the address of the owner with --owner.');
  const { account, owner } = await withServices(terminal, async ({ accounts, people }) => {
    const created = await accounts.create(name, plan, options.aggregatePerMinute ?? null);
    if (address === undefined) return { account: created, owner: null };
    await accounts.answerForOwner(created.id);
    return { account: created, owner: await people.createOwner(created.id, { address, name: ownerName ?? address }) };
  });
  const line = `The account "${account.name}" has the plan ${account.plan} and the id ${account.id}.`;
  const members = { ...wireOf(account, 'id', 'name', 'plan'), ...(owner && { owner: KeyView.from(owner, null) }) };
  print(terminal, options, members, [line, ...(owner ? ownerLines(owner, account) : [])]);
}

const ownerLines = ({ personAddress }: KeyRow, { id }: AccountEntity): string[] => [
  `${personAddress} may do everything in it, and signs in at the console by mail.`,
  `Without a mail server, this prints a link for it: npm run --silent cli -- console --account ${id} --person ${personAddress}`,
];

async function list(terminal: Terminal, options: PrintOptions): Promise<void> {
  const found = await withServices(terminal, ({ accounts }) => accounts.list());
  const accounts = found.map((account) => wireOf(account, 'id', 'name', 'plan', 'aggregatePerMinute', 'createdAt', 'suspendedAt'));
  const rows = accounts.map(({ id, name, plan, created_at: createdAt, suspended_at: suspendedAt }) => [
    ...[id, name, plan, createdAt.slice(0, 10)],
    suspendedAt?.slice(0, 10) ?? '',
  ]);
  print(terminal, options, accounts, tableLines(['ID', 'NAME', 'PLAN', 'SINCE', 'SUSPENDED'], rows));
}

async function show(terminal: Terminal, options: AccountOption): Promise<void> {
  const { account, plan, points, ...counts } = await withAccount(terminal, options, ({ accounts }, found) => accounts.overview(found));
  const members = {
    ...wireOf(account, 'id', 'name', 'plan', 'createdAt', 'suspendedAt', 'notifyEmail', 'timeZone'),
    ...wireOf(counts, 'keys', 'forms', 'quarantined', 'storedBytes'),
  };
  const limits = limitsOf(account, plan);
  print(terminal, options, { ...members, limits, compute_points: points }, [
    ...wordsOf('ACCOUNT', members, 'none'),
    '',
    ...wordsOf('LIMIT', limits, 'unlimited'),
    '',
    ...wordsOf('COMPUTE POINTS', points ?? { available: null }, 'unlimited'),
  ]);
}

/** A null limit means unlimited. */
const limitsOf = (account: AccountEntity, plan: AccountOverview['plan']) => ({
  forms: plan.formsMax,
  keys: plan.keysMax,
  form_submissions_per_month: plan.formSubmissionsPerMonth,
  points_per_month: plan.pointsPerMonth,
  open_test_runs: plan.testRunsMax,
  notification_mails_per_hour: plan.mailsPerHour,
  stored_bytes: plan.storedBytesMax,
  trash_days: plan.trashDays,
  read_per_minute: plan.readPerMinute,
  write_per_minute: plan.writePerMinute,
  destructive_per_minute: plan.destructivePerMinute,
  user_aggregate_per_minute: account.aggregatePerMinute ?? plan.aggregatePerMinute,
});

const wordsOf = (title: string, values: object, absent: string): string[] =>
  tableLines(
    [title, ''],
    Object.entries(values).map(([name, value]: [string, string | number | null]) => [name.replaceAll('_', ' '), String(value ?? absent)]),
  );

async function setPlan(terminal: Terminal, options: OneAccount & { plan: string }): Promise<void> {
  const account = await withServices(terminal, ({ accounts }) => accounts.setPlan(options.account, options.plan));
  print(terminal, options, wireOf(account, 'id', 'name', 'plan'), [`The account "${account.name}" now has the plan ${account.plan}.`]);
}

async function suspend(terminal: Terminal, options: OneAccount): Promise<void> {
  const account = await withServices(terminal, ({ accounts }) => accounts.suspend(options.account));
  print(terminal, options, wireOf(account, 'id', 'name', 'suspendedAt'), [
    `The account "${account.name}" is suspended. Its keys may only read, its forms accept no submissions, and its runs wait.`,
  ]);
}

async function resume(terminal: Terminal, options: OneAccount): Promise<void> {
  const account = await withServices(terminal, ({ accounts }) => accounts.resume(options.account));
  print(terminal, options, wireOf(account, 'id', 'name', 'suspendedAt'), [`The account "${account.name}" is no longer suspended.`]);
}

async function setEmail(terminal: Terminal, options: EmailChange): Promise<void> {
  const { email = null, clear: isCleared = false } = options;
  if (email === null && !isCleared) throw new UsageError('Put an address with --email, or --clear.');
  const account = await withServices(terminal, ({ accounts }) => accounts.setNotifyEmail(options.account, email));
  const state = email === null ? 'has no address for notifications.' : `has its notifications sent to ${email}.`;
  print(terminal, options, wireOf(account, 'id', 'name', 'notifyEmail'), [`The account "${account.name}" now ${state}`]);
}

async function setTimeZone(terminal: Terminal, options: TimeZoneChange): Promise<void> {
  const { timeZone = null, clear: isCleared = false } = options;
  if (timeZone === null && !isCleared) throw new UsageError('Put a time zone with --time-zone, or --clear.');
  const account = await withServices(terminal, ({ accounts }) => accounts.setTimeZone(options.account, timeZone));
  const line = `Pages and mails of the account "${account.name}" now tell times in ${timeZone ?? 'UTC'}.`;
  print(terminal, options, wireOf(account, 'id', 'name', 'timeZone'), [line]);
}

async function grantPoints(terminal: Terminal, options: OneAccount & { points: number }): Promise<void> {
  const account = await withAccount(terminal, options, async ({ points }, { id, name }) => {
    return { id, name, points_balance: await points.grant(id, options.points) };
  });
  const { points_balance: balance } = account;
  const state = balance === null ? 'has unlimited points, so nothing was granted.' : `can now reserve ${balance} points.`;
  print(terminal, options, account, [`The account "${account.name}" ${state}`]);
}
