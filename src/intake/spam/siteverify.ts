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
  /** The answers by request, since a submission is judged again when its form was edited meanwhile. */
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
   * The provider's answer to a token, which it accepts once; `unavailable` after three seconds, without a secret that may go to the provider, and while a great many
   * questions wait for an answer. Never throws because of the provider.
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

  /** Over a connection of its own, since a question that is sent again would get another answer. */
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
/** Longer than the tokens of all providers. */
const MAX_TOKEN_LENGTH = 8_192;
/** A part of the requests that a process works on at a time, so that a slow provider leaves room for other forms. */
const MAX_ASKING = 192;
const HEADERS = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
