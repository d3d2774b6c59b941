import type { Command } from 'commander';
import { Option } from 'commander';
import type { AccountEntity } from '../accounts/account.entity';
import type { AccountOverview } from '../accounts/accounts.service';
import { UsageError } from '../platform/errors/operator-error';
import { ACCOUNT_OPTION, type AccountOption, mailAddress, nameText, perMinute, pointCount } from './options';
import { withServices } from './services';
import { JSON_OPTION, print, type PrintOptions, tableLines, type Terminal } from './terminal';

/** `accounts ...` */
export function addAccountCommands(program: Command, terminal: Terminal): void {
  const accounts = program.command('accounts').description('Accounts, which own forms and keys.');
  addCreate(accounts, terminal);
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
  accounts
    .command('set-plan')
    .description('Changes the plan of an account.')
    .requiredOption('--account <account>', 'id or name of the account')
    .requiredOption('--plan <plan>', 'free, pro, business or self_hosted')
    .option(...JSON_OPTION)
    .action((options: PlanChange) => setPlan(terminal, options));
  accounts
    .command('suspend')
    .description(
      'Suspends an account: within five seconds its keys may only read and its forms accept no submissions, and its workflow runs wait.',
    )
    .requiredOption('--account <account>', 'id or name of the account')
    .option(...JSON_OPTION)
    .action((options: OneAccount) => suspend(terminal, options));
  accounts
    .command('resume')
    .description('Ends the suspension of an account. Its runs continue within seconds.')
    .requiredOption('--account <account>', 'id or name of the account')
    .option(...JSON_OPTION)
    .action((options: OneAccount) => resume(terminal, options));
  accounts
    .command('set-email')
    .description('Sets the address that is notified of submissions to forms that name no recipients.')
    .requiredOption('--account <account>', 'id or name of the account')
    .option('--email <address>', 'the address', mailAddress)
    .addOption(new Option('--clear', 'no address: such forms notify nobody').conflicts('email'))
    .option(...JSON_OPTION)
    .action((options: EmailChange) => setEmail(terminal, options));
  accounts
    .command('grant-points')
    .description(
      'Grants an account compute points in addition to those of its plan. Runs that are blocked for lack of points continue within seconds.',
    )
    .requiredOption('--account <account>', 'id or name of the account')
    .requiredOption('--points <n>', 'number of points', pointCount)
    .option(...JSON_OPTION)
    .action((options: Grant) => grantPoints(terminal, options));
}

function addCreate(accounts: Command, terminal: Terminal): void {
  accounts
    .command('create')
    .description('Creates an account.')
    .requiredOption('--name <name>', 'name of the account', nameText)
    .option('--plan <plan>', 'free, pro, business or self_hosted', 'self_hosted')
    .option('--aggregate-per-minute <n>', 'limit for all its keys together, in requests a minute (default: that of the plan)', perMinute)
    .option(...JSON_OPTION)
    .action((options: NewAccount) => create(terminal, options));
}

interface NewAccount extends PrintOptions {
  name: string;
  plan: string;
  aggregatePerMinute?: number;
}

async function create(terminal: Terminal, options: NewAccount): Promise<void> {
  const account = await withServices(terminal, ({ accounts }) =>
    accounts.create(options.name, options.plan, options.aggregatePerMinute ?? null),
  );
  print(terminal, options, documentOf(account), [`The account "${account.name}" has the plan ${account.plan} and the id ${account.id}.`]);
}

const documentOf = ({ id, name, plan }: AccountEntity) => ({ id, name, plan });

async function list(terminal: Terminal, options: PrintOptions): Promise<void> {
  const accounts = (await withServices(terminal, (services) => services.accounts.list())).map((account) => ({
    ...documentOf(account),
    aggregate_per_minute: account.aggregatePerMinute,
    ...timesOf(account),
  }));
  const rows = accounts.map(({ id, name, plan, created_at, suspended_at }) => [
    ...[id, name, plan, created_at.slice(0, 10)],
    suspended_at?.slice(0, 10) ?? '',
  ]);
  print(terminal, options, accounts, tableLines(['ID', 'NAME', 'PLAN', 'SINCE', 'SUSPENDED'], rows));
}

const timesOf = ({ createdAt, suspendedAt }: AccountEntity) => ({
  created_at: createdAt.toISOString(),
  suspended_at: suspendedAt?.toISOString() ?? null,
});

async function show(terminal: Terminal, options: AccountOption): Promise<void> {
  const { account, plan, points, keys, forms, quarantined, storedBytes } = await withServices(terminal, async (services) =>
    services.accounts.overview(await services.accountOf(options)),
  );
  const counts = { keys, forms, quarantined, stored_bytes: storedBytes };
  const members = { ...documentOf(account), ...timesOf(account), notify_email: account.notifyEmail, ...counts };
  const limits = limitsOf(account, plan);
  print(terminal, options, { ...members, limits, compute_points: points }, [
    ...tableLines(['ACCOUNT', ''], Object.entries(members).map(wordsOf)),
    '',
    ...tableLines(
      ['LIMIT', ''],
      Object.entries(limits).map(([name, value]) => wordsOf([name, value ?? 'unlimited'])),
    ),
    '',
    ...tableLines(['COMPUTE POINTS', ''], Object.entries(points ?? { available: 'unlimited' }).map(wordsOf)),
  ]);
}

/** A limit of null means without limit. */
const limitsOf = (account: AccountEntity, plan: AccountOverview['plan']) => ({
  forms: plan.formsMax,
  keys: plan.keysMax,
  form_submissions_per_month: plan.formSubmissionsPerMonth,
  points_per_month: plan.pointsPerMonth,
  open_test_runs: plan.testRunsMax,
  notification_mails_per_hour: plan.mailsPerHour,
  stored_bytes: plan.storedBytesMax,
  read_per_minute: plan.readPerMinute,
  write_per_minute: plan.writePerMinute,
  destructive_per_minute: plan.destructivePerMinute,
  user_aggregate_per_minute: account.aggregatePerMinute ?? plan.aggregatePerMinute,
});

const wordsOf = ([name, value]: [string, string | number | null]): string[] => [name.replaceAll('_', ' '), String(value ?? 'none')];

interface OneAccount extends PrintOptions {
  account: string;
}

interface PlanChange extends OneAccount {
  plan: string;
}

async function setPlan(terminal: Terminal, options: PlanChange): Promise<void> {
  const account = await withServices(terminal, ({ accounts }) => accounts.setPlan(options.account, options.plan));
  print(terminal, options, documentOf(account), [`The account "${account.name}" now has the plan ${account.plan}.`]);
}

async function suspend(terminal: Terminal, options: OneAccount): Promise<void> {
  const account = await withServices(terminal, ({ accounts }) => accounts.suspend(options.account));
  print(terminal, options, suspensionOf(account), [
    `The account "${account.name}" is suspended. Its keys may only read, its forms accept no submissions, and its runs wait.`,
  ]);
}

const suspensionOf = ({ id, name, suspendedAt }: AccountEntity) => ({ id, name, suspended_at: suspendedAt?.toISOString() ?? null });

async function resume(terminal: Terminal, options: OneAccount): Promise<void> {
  const account = await withServices(terminal, ({ accounts }) => accounts.resume(options.account));
  print(terminal, options, suspensionOf(account), [`The account "${account.name}" is no longer suspended.`]);
}

interface EmailChange extends OneAccount {
  email?: string;
  clear?: boolean;
}

async function setEmail(terminal: Terminal, options: EmailChange): Promise<void> {
  const { account: name, email = null, clear: isCleared = false } = options;
  if (email === null && !isCleared) throw new UsageError('Put an address with --email, or --clear.');
  const account = await withServices(terminal, ({ accounts }) => accounts.setNotifyEmail(name, email));
  const state = email === null ? 'has no address for notifications.' : `has its notifications sent to ${email}.`;
  const document = { id: account.id, name: account.name, notify_email: account.notifyEmail };
  print(terminal, options, document, [`The account "${account.name}" now ${state}`]);
}

interface Grant extends OneAccount {
  points: number;
}

async function grantPoints(terminal: Terminal, options: Grant): Promise<void> {
  const { account, balance } = await withServices(terminal, async ({ accounts, points }) => {
    const found = await accounts.get(options.account);
    return { account: found, balance: await points.grant(found.id, options.points) };
  });
  const state = balance === null ? 'has unlimited points, so nothing was granted.' : `can now reserve ${balance} points.`;
  const document = { id: account.id, name: account.name, points_balance: balance };
  print(terminal, options, document, [`The account "${account.name}" ${state}`]);
}
