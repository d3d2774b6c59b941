import type { AccountEntity } from '../accounts/account.entity';
import { MAX_SECRET_BYTES } from '../accounts/account-secret.rules';
import { OperatorError } from '../platform/errors/operator-error';
import { listedSecretOutput, secretOutput } from './command-output.dto';
import type { Services } from './services';
import { withServices } from './services';
import type { Input, PrintOptions, Terminal } from './terminal';
import { print, tableLines } from './terminal';

export interface AccountOptions extends PrintOptions {
  account?: string;
}

export interface SecretOptions extends AccountOptions {
  name: string;
}

/** Reads the value before it opens the database, so that the program that sends it does not have to wait. */
export async function setSecret(terminal: Terminal, options: SecretOptions): Promise<void> {
  const value = await valueFrom(terminal.stdin);
  const account = await withServices(terminal, async (services) => {
    const owner = await accountOf(services, options);
    await services.secrets.set(owner.id, options.name, value);
    return owner;
  });
  print(terminal, options, secretOutput(account, options.name), [
    `The secret ${options.name} of the account "${account.name}" has been set.`,
  ]);
}

export async function listSecrets(terminal: Terminal, options: AccountOptions): Promise<void> {
  const secrets = await withServices(terminal, async (services) =>
    services.secrets.list((await accountOf(services, options)).id),
  );
  const rows = secrets.map(({ name, updatedAt }) => [name, updatedAt.toISOString().slice(0, 10)]);
  print(terminal, options, secrets.map(listedSecretOutput), tableLines(['NAME', 'SET ON'], rows));
}

export async function removeSecret(terminal: Terminal, options: SecretOptions): Promise<void> {
  const account = await withServices(terminal, async (services) => {
    const owner = await accountOf(services, options);
    await services.secrets.remove(owner.id, options.name);
    return owner;
  });
  print(terminal, options, secretOutput(account, options.name), [
    `The secret ${options.name} of the account "${account.name}" has been removed.`,
  ]);
}

const accountOf = ({ accounts }: Services, { account }: AccountOptions): Promise<AccountEntity> =>
  account === undefined ? accounts.defaultAccount() : accounts.get(account);

/** All of standard input, without the line break that shells add. A terminal is refused, since it would show the secret. */
async function valueFrom(stdin: Input): Promise<string> {
  if (stdin.isTTY) throw new OperatorError('Send the value to standard input, for example with < file.');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    chunks.push(chunk);
    if ((size += chunk.length) > MAX_SECRET_BYTES + 2) break; // longer than any valid value
  }
  try {
    return UTF8.decode(Buffer.concat(chunks)).replace(/\r?\n$/, '');
  } catch (cause) {
    throw new OperatorError('The value of a secret must be text in UTF-8.', { cause });
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
