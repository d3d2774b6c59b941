import type { AccountEntity } from '../accounts/account.entity';
import type { ListedSecret } from '../accounts/account-secret.entity';

/** A secret as `secrets set` and `secrets remove` print it. */
export const secretOutput = ({ id }: AccountEntity, name: string) => ({ account_id: id, name });

/** A secret as `secrets list` prints it. */
export const listedSecretOutput = ({ name, createdAt, updatedAt }: ListedSecret) => ({
  name,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});
