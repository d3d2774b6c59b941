import { randomUUID } from 'node:crypto';
import { SCOPES } from '../../src/api/auth/caller';
import { SignInMailSender } from '../../src/keys/mails/sign-in-mail-sender';
import type { Instance, TestApp } from './app';
import { FROM_PAGE } from './console';
import { type ReadMail, readMail } from './read-mail';
import type { SmtpReceiver } from './smtp-receiver';
import { type HeaderLine, send } from './wire';

export interface PageAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Undefined for an answer without a body. */
  data: any;
  error: { code: string; message: string; details: any } | undefined;
}

let addresses = 0;

/** A browser in which the page of the console is open: it keeps the cookies that it gets, and comes from a network of its own. */
export class Browser {
  private readonly cookies = new Map<string, string>();
  private readonly address = `10.${2 + Math.floor(addresses / 250)}.0.${(addresses++ % 250) + 1}`;

  constructor(
    private readonly app: Pick<Instance, 'api'>,
    private readonly userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  ) {}

  /** The same browser, whose requests another process answers. */
  at(app: Pick<Instance, 'api'>): Browser {
    const other = new Browser(app, this.userAgent);
    this.cookies.forEach((value, name) => other.cookies.set(name, value));
    return other;
  }

  get cookie(): string {
    return [...this.cookies].map((pair) => pair.join('=')).join('; ');
  }

  async call(method: string, path: string, body?: object, further: readonly HeaderLine[] = []): Promise<PageAnswer> {
    const headers: HeaderLine[] = [
      FROM_PAGE,
      ['User-Agent', this.userAgent],
      ['X-Forwarded-For', this.address],
      ...(this.cookies.size > 0 ? ([['Cookie', this.cookie]] as const) : []),
      ...(body ? ([['Content-Type', 'application/json']] as const) : []),
      ...(method === 'POST' && path.startsWith('/v1') && !further.some(([name]) => name === 'Idempotency-Key')
        ? ([['Idempotency-Key', randomUUID()]] as const)
        : []),
      ...further,
    ];
    const answer = await send(method, `${this.app.api.baseUrl}${path}`, headers, body ? JSON.stringify(body) : '');
    for (const cookie of answer.headers['set-cookie'] ?? []) this.keep(cookie);
    const { data, error } = (answer.text ? JSON.parse(answer.text) : {}) as Pick<PageAnswer, 'data' | 'error'>;
    return { status: answer.status, headers: answer.headers, data, error };
  }

  get = (path: string): Promise<PageAnswer> => this.call('GET', path);
  post = (path: string, body: object = {}): Promise<PageAnswer> => this.call('POST', path, body);
  delete = (path: string): Promise<PageAnswer> => this.call('DELETE', path);

  private keep(header: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(header) as unknown as [string, string, string];
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** Sends the mails about signing in that are due, as a worker does each second, and returns those that have come since the last call. */
export async function signInMails({ app }: Pick<Instance, 'app'>, receiver: SmtpReceiver): Promise<ReadMail[]> {
  while (await app.get(SignInMailSender).sendDue());
  return receiver.mails.splice(0).map(readMail);
}

/** The secret in the link of a mail. */
export const secretIn = ({ text }: ReadMail): string => /\/console#(fcm_\w+)/.exec(text)![1]!;

/** Creates a person who may do everything, unless other rights are given. */
export async function aPerson({ api }: Pick<TestApp, 'api'>, address: string, rights: object = {}): Promise<{ id: string; etag: string }> {
  const body = { kind: 'person', person: { address, name: address.split('@')[0] }, scopes: SCOPES, ...rights };
  const { status, body: answer, etag } = await api.post('/v1/keys', body);
  if (status !== 201) throw new Error(JSON.stringify(answer));
  return { id: (answer.data as { id: string }).id, etag };
}
