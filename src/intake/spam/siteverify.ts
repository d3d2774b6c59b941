import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { AccountSecretsService } from '../../accounts/account-secrets.service';
import { type Config, CONFIG } from '../../platform/config/config';
import { isAllowedHost } from '../../platform/outbound/allowed-hosts.rules';
import { EgressPolicy, hostOf } from '../../platform/outbound/egress-policy.rules';
import { OutboundHttp } from '../../platform/outbound/outbound-http';
import type { CompiledForm } from '../compiled-form';
import { answerOf, type ProviderAnswer, PROVIDERS } from './siteverify-providers.rules';

@Injectable()
export class Siteverify implements OnApplicationShutdown {
  private readonly log = new Logger('Siteverify');
  private readonly http: OutboundHttp;
  /** The answers by request: an edited form judges a submission again, but providers accept a token only once. */
  private readonly answers = new WeakMap<object, { url: string; token: string; answer: Promise<ProviderAnswer> }>();
  private asking = 0;

  constructor(
    private readonly secrets: AccountSecretsService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'siteverifyUrl' | 'egressAllowHosts' | 'egressAllowCidrs'>,
  ) {
    const { siteverifyUrl: url, egressAllowHosts, egressAllowCidrs } = config;
    const allowHosts = [...egressAllowHosts, ...(url === null ? [] : [hostOf(new URL(url))])];
    const policy = new EgressPolicy({ allowHosts, allowCidrs: egressAllowCidrs });
    this.http = new OutboundHttp(policy, { maxTimeoutMs: TIMEOUT_MS, maxResponseBytes: MAX_ANSWER_BYTES });
  }

  onApplicationShutdown(): void {
    this.http.onApplicationShutdown();
  }

  /**
   * Resolves with `unavailable` after three seconds, without a secret for the provider, while 192 questions are open, and whenever the
   * provider fails.
   */
  async ask({ accountId, settings }: CompiledForm, token: string | null, request: object): Promise<ProviderAnswer> {
    const { provider, secret_name: secretName } = settings.spam.siteverify;
    if (provider === null || secretName === null) return 'unavailable';
    const { [secretName]: secret } = await this.secrets.open(accountId, [secretName]);
    if (!secret || !isAllowedHost(PROVIDERS[provider].url, secret.hosts)) return 'unavailable';
    if (token === null || token.length > MAX_TOKEN_LENGTH) return 'failed';
    const url = this.config.siteverifyUrl ?? PROVIDERS[provider].url;
    const known = this.answers.get(request);
    if (known?.url === url && known.token === token) return known.answer;
    const answer = this.askAt(url, { secret: secret.value, response: token });
    this.answers.set(request, { url, token, answer });
    return answer;
  }

  /** Uses a new connection: HTTP clients may repeat requests on a reused one, and a repeated question would get another answer. */
  private async askAt(url: string, question: Record<'secret' | 'response', string>): Promise<ProviderAnswer> {
    if (this.asking >= MAX_ASKING) return 'unavailable';
    this.asking += 1;
    try {
      const body = new URLSearchParams(question).toString();
      const result = await this.http.send({ method: 'POST', url, headers: HEADERS, body, readsBody: true });
      const answer = result.kind === 'answered' ? answerOf(result.status, result.body) : 'unavailable';
      if (answer === 'unavailable') this.log.warn({ result: summaryOf(result) }, 'A provider gave no usable answer.');
      return answer;
    } finally {
      this.asking -= 1;
    }
  }
}

const summaryOf = (result: Awaited<ReturnType<OutboundHttp['send']>>) =>
  result.kind === 'answered' ? { kind: result.kind, status: result.status } : result;

const TIMEOUT_MS = 3_000;
const MAX_ANSWER_BYTES = 16 * 1024;
/** Exceeds the length of all providers' tokens. */
const MAX_TOKEN_LENGTH = 8_192;
/** Fewer than the requests that a process handles at once, so that a slow provider leaves room for other forms. */
const MAX_ASKING = 192;
const HEADERS = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
