import { readFileSync } from 'node:fs';
import type { MailRefusedErrorCode, MailUnknownErrorCode } from '../../src/platform/mail/mail.types';
import type { DeliveryErrorCode } from '../../src/platform/outbound/outbound.types';
import type { FailureCode } from '../../src/workflows/nodes/node-type.types';
import { causeOf, CODES_IN_WORDS, inShort, risksOf } from '../src/causes.rules';
import type { DeliveryProblem } from '../src/problems.rules';

type Code = DeliveryErrorCode | MailRefusedErrorCode | MailUnknownErrorCode | FailureCode;

/** A code that is missing here does not compile. */
const TYPED: Record<Code, true> = {
  ...{ timeout: true, dns_error: true, tls_error: true, connection_refused: true, connection_reset: true },
  ...{ no_response: true, http_4xx: true, http_5xx: true, redirect_refused: true, target_not_allowed: true },
  ...{ channel_disabled: true, rejected_recipient: true, smtp_not_configured: true },
  ...{ template_failed: true, invalid_template_output: true, invalid_date: true, invalid_header: true, host_not_allowed: true },
};

const DOCUMENTED = readFileSync('docs/workflows.md', 'utf8')
  .split('### Error codes of steps and deliveries')[1]!
  .split('\n## ')[0]!
  .split('\n')
  .flatMap((line) => /^\| `(\w+)`/.exec(line)?.[1] ?? []);

const UNSENT = ['visitor_mail_limit', 'recipient_stopped', 'undeliverable'];

const CODES = [...new Set([...Object.keys(TYPED), ...DOCUMENTED, 'expired_blocked', 'blocked_insufficient_compute_points', ...UNSENT])];

const aProblem = (members: Partial<DeliveryProblem> = {}): DeliveryProblem => ({
  ...({
    node_id: 'crm',
    channel_type: 'webhook',
    name: 'CRM',
    error_code: 'http_4xx',
    status: 'failed',
    attempt_count: 1,
    host: 'crm.example',
  } as const),
  ...members,
});

describe('the words for what has failed', () => {
  it('has words of its own for every code, whatever the channel', () => {
    expect([...CODES_IN_WORDS].sort()).toEqual(CODES.sort());
    for (const code of CODES) {
      for (const type of ['webhook', 'slack', 'discord', 'email', 'notification', 'set_fields']) {
        for (const name of ['CRM', null]) {
          const { what, remedy } = causeOf(aProblem({ error_code: code, channel_type: type, name, host: null }));
          expect(what).toMatch(/^[A-Z].*[^.]$/);
          expect(`${what} ${remedy}`).not.toMatch(/undefined|null| {2}|\bThe the\b|[a-z]_[a-z]/);
          expect(remedy).toMatch(/\.$/);
          expect(remedy.split('`').length % 2).toBe(1);
        }
      }
    }
  });

  it('tells the key that is not accepted any more, with the command that sets a new one', () => {
    expect(causeOf(aProblem({ http_status: 401, secret_name: 'CRM_TOKEN' }))).toEqual({
      what: 'CRM answers 401 to every request',
      remedy:
        'The key that it was given is not accepted any more. Set a new one with `npm run cli -- secrets set --name CRM_TOKEN`, then retry.',
    });
  });

  it('names the host where the place is what is wrong', () => {
    expect(causeOf(aProblem({ error_code: 'dns_error', host: 'hooks.studio.example' })).what).toBe(
      'hooks.studio.example could not be found',
    );
    expect(causeOf(aProblem({ error_code: 'connection_refused', channel_type: 'email', name: 'Lead' })).what).toBe(
      'The mail server lets nobody in',
    );
  });

  it.each([401, 403, 404, 408, 410, 413, 422, 429])('says something else of the status %i, with the status', (status) => {
    const { what, remedy } = causeOf(aProblem({ http_status: status }));
    expect(`${what} ${remedy}`).toContain(String(status));
  });

  it('says of what may have arrived that nobody knows, and what the receiver may have got', () => {
    const mail = aProblem({
      channel_type: 'email',
      name: 'Lead',
      error_code: 'no_response',
      status: 'uncertain',
      recipients: ['a@b.example'],
      subject: 'New',
    });
    expect(causeOf(mail).what).toBe('Nobody knows whether “Lead” went out');
    const webhook = aProblem({ error_code: 'timeout', status: 'uncertain' });
    expect(causeOf(webhook).what).toBe('Nobody knows whether CRM has got it');
    expect(risksOf([mail, aProblem({}), webhook])).toEqual([
      'a@b.example may have got the mail “New” already. A retry sends it once more.',
      'CRM (crm.example) may have got this submission already. A retry sends it once more.',
    ]);
  });

  it('says something of a code that it does not know', () => {
    expect(causeOf(aProblem({ error_code: 'not_yet_invented' })).what).toContain('not_yet_invented');
    expect(inShort({ error_code: 'not_yet_invented' })).toBe('not yet invented');
  });
});
