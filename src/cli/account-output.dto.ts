import type { AccountEntity } from '../accounts/account.entity';

/** An account as `accounts create` and `accounts set-plan` print it. */
export const accountOutput = ({ id, name, plan }: AccountEntity) => ({ id, name, plan });

/** An account as `accounts list` prints it. */
export const listedAccountOutput = (account: AccountEntity) => ({
  ...accountOutput(account),
  aggregate_per_minute: account.aggregatePerMinute,
  created_at: account.createdAt.toISOString(),
});
