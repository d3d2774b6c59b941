import { domainOf, mergedReceivers, receiversOfMails, receiversOfSteps } from './data-receivers.rules';
import type { DeliveredStep } from './erasure-search.types';

const AT = '2026-01-01T00:00:00.000Z';
const attempt = { startedAt: AT, completedAt: AT, status: 'succeeded', errorCode: null, httpStatus: 200 } as const;
const aStep = (members: Partial<DeliveredStep>): DeliveredStep => ({
  submissionId: 's',
  nodeId: 'crm',
  nodeType: 'webhook',
  status: 'succeeded',
  attempts: [{ ...attempt, hosts: ['crm.example.com:8443'] }],
  attemptCount: 1,
  output: null,
  startedAt: new Date(AT),
  completedAt: new Date(AT),
  config: { url: 'https://config.example.com/x' },
  ...members,
});
const hostsOf = (step: Partial<DeliveredStep>) => receiversOfSteps('f', [aStep(step)]).map(({ host }) => host);

describe('the receivers of a step', () => {
  it('are the hosts that its attempts have noted', () => {
    expect(hostsOf({})).toEqual(['crm.example.com:8443']);
  });

  it.each([
    ['an attempt that was answered', { ...attempt, status: 'failed', httpStatus: 500 } as const, true],
    ['an attempt whose end nobody knows', { ...attempt, status: 'uncertain', httpStatus: null } as const, true],
    ['an attempt that is on its way', { ...attempt, status: null, httpStatus: null }, true],
    ['an attempt that did not reach the host', { ...attempt, status: 'failed', httpStatus: null } as const, false],
  ])('count %s', (_, made, isCounted) => {
    expect(hostsOf({ attempts: [made] })).toEqual(isCounted ? ['config.example.com'] : []);
  });

  it('of a version that kept no attempts are those of the kept address, else of the config, and null for a secret', () => {
    const old = { attempts: null };
    expect(hostsOf({ ...old, output: { request: { url: 'https://old.example.com/' } } })).toEqual(['old.example.com']);
    expect(hostsOf(old)).toEqual(['config.example.com']);
    expect(hostsOf({ ...old, config: { url: '{{ secrets.crm }}' } })).toEqual([null]);
    expect(hostsOf({ ...old, config: { to: ['a@example.org', '{{ fields.email }}'] } })).toEqual(['example.org', null]);
    expect(hostsOf({ ...old, status: 'failed' })).toEqual([]);
  });

  it('count a delivery once, which a retry of the run has copied', () => {
    expect(receiversOfSteps('f', [aStep({}), aStep({})])).toHaveLength(1);
    expect(receiversOfSteps('f', [aStep({}), aStep({ submissionId: 'other' })])).toHaveLength(2);
  });
});

it('one receiver has the sum of its deliveries and the time of the last', () => {
  const step = receiversOfSteps('f', [aStep({})])[0]!;
  const later = { ...step, lastDeliveredAt: '2026-02-01T00:00:00.000Z' };
  expect(mergedReceivers([step, later, { ...step, formId: 'g' }])).toEqual([
    { ...later, deliveries: 2 },
    { ...step, formId: 'g' },
  ]);
});

it('mails go to the domains of the form, or to that of the account', () => {
  const sent = { mails: 2, lastAt: new Date(AT), notifyEmail: 'owner@office.example' };
  const hosts = (recipients: string[] | null) => receiversOfMails('f', { ...sent, recipients }).map(({ host }) => host);
  expect(hosts(['a@x.example', 'b@X.example'])).toEqual(['x.example']);
  expect(hosts(null)).toEqual(['office.example']);
  expect(receiversOfMails('f', { ...sent, recipients: null, mails: 0 })).toEqual([]);
});

it.each([
  ['ada@Example.com', 'example.com'],
  ['{{ fields.email }}', null],
  ['@{{ fields.domain }}', null],
  [null, null],
])('the domain of %j is %j', (address, domain) => {
  expect(domainOf(address)).toBe(domain);
});
