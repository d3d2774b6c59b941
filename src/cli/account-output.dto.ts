import type { AccountEntity } from '../accounts/account.entity';
import type { Balance } from '../accounts/points.rules';

/** An account as `accounts create` and `accounts set-plan` print it. */
export const accountOutput = ({ id, name, plan }: AccountEntity) => ({ id, name, plan });

/** An account as `accounts list` prints it. */
export const listedAccountOutput = (account: AccountEntity) => ({
  ...accountOutput(account),
  aggregate_per_minute: account.aggregatePerMinute,
  created_at: account.createdAt.toISOString(),
});

/** An account as `accounts grant-points` prints it; null for any number of points. */
export const grantedAccountOutput = ({ id, name }: AccountEntity, balance: Balance) => ({
  id,
  name,
  points_balance: balance,
});
