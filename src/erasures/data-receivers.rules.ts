import { parseUrl } from '../platform/text/text.rules';
import type { DataReceiver } from './erasure.types';
import type { DeliveredStep, NotifiedForm, ReadLink } from './erasure-search.types';

/** Returns every host to which a body of these deliveries may have been sent, no matter how the host answered. */
export function receiversOfSteps(formId: string, steps: readonly DeliveredStep[]): DataReceiver[] {
  const counted = new Set<string>(); // a retry of a run contains copies of its succeeded steps
  return steps.flatMap((step) =>
    sentAttemptsOf(step).flatMap(({ startedAt, hosts }) => {
      const key = `${step.submissionId} ${step.nodeId} ${startedAt}`;
      if (counted.has(key)) return [];
      counted.add(key);
      const { nodeId, nodeType: channelType } = step;
      return hosts.map((host) => ({ channelType, host, formId, nodeId, deliveries: 1, lastDeliveredAt: startedAt }));
    }),
  );
}

/** Returns the mail domains that received notifications of the form. */
export function receiversOfMails(formId: string, { recipients, notifyEmail, mails, lastAt }: NotifiedForm): DataReceiver[] {
  if (mails === 0 || !lastAt) return [];
  const addresses = recipients && recipients.length > 0 ? recipients : [notifyEmail];
  const hosts = new Set(addresses.map(domainOf));
  const mail = { channelType: 'notification', formId, nodeId: null, deliveries: mails, lastDeliveredAt: lastAt.toISOString() };
  return [...hosts].map((host) => ({ ...mail, host }));
}

export const receiversOfLinks = (formId: string, links: readonly ReadLink[]): DataReceiver[] =>
  links.map(({ id, lastReadAt, reads }) => ({
    channelType: 'export_link',
    host: null,
    formId,
    nodeId: id,
    deliveries: reads,
    lastDeliveredAt: lastReadAt.toISOString(),
  }));

/** Merges the entries of each receiver: latest time and sum of deliveries. Export links report totals, of which the highest counts. */
export function mergedReceivers(receivers: readonly DataReceiver[]): DataReceiver[] {
  const merged = new Map<string, DataReceiver>();
  for (const receiver of receivers) {
    const { channelType, host, formId, nodeId, deliveries, lastDeliveredAt } = receiver;
    const key = JSON.stringify([channelType, host, formId, nodeId]);
    const known = merged.get(key);
    if (!known) merged.set(key, { ...receiver });
    else {
      known.deliveries = channelType === 'export_link' ? Math.max(known.deliveries, deliveries) : known.deliveries + deliveries;
      if (lastDeliveredAt > known.lastDeliveredAt) known.lastDeliveredAt = lastDeliveredAt;
    }
  }
  return [...merged.values()];
}

interface SentAttempt {
  startedAt: string;
  hosts: (string | null)[];
}

/** The attempts in which part of a body may have been sent. Steps without stored attempts count as one attempt. */
function sentAttemptsOf(step: DeliveredStep): SentAttempt[] {
  const fallback = hostsOf(step);
  if (step.attempts === null || step.attempts.length === 0) {
    const at = step.completedAt ?? step.startedAt;
    const maySent = ['succeeded', 'uncertain', 'running'].includes(step.status);
    return at && maySent ? [{ startedAt: at.toISOString(), hosts: fallback }] : [];
  }
  return step.attempts
    .filter(({ status, httpStatus }) => status !== 'failed' || httpStatus !== null)
    .map(({ startedAt, hosts }) => ({ startedAt, hosts: hosts ?? fallback }));
}

/** Derives the hosts of a step from its stored request or its config, for attempts that did not record their hosts. */
function hostsOf({ output, config }: DeliveredStep): (string | null)[] {
  const request = (output as { request?: { url?: string; to?: string[] } } | null)?.request;
  const { url, to } = request ?? (config as { url?: string; to?: string[] } | null) ?? {};
  if (to) return [...new Set(to.map(domainOf))];
  return [(url !== undefined && parseUrl(url)?.host) || null];
}

/** Returns null for a text that is no address, such as a template. */
export function domainOf(address: string | null): string | null {
  const domain = address?.split('@').at(-1)?.trim().toLowerCase();
  return address?.includes('@') && domain && /^[^\s{}]+$/.test(domain) ? domain : null;
}
