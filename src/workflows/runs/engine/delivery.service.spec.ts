import { aDefinition, aWebhook, START } from '../../../../test/support/workflows';
import { HostLimits } from '../../../platform/outbound/host-limits';
import type { RunExecution } from './run-execution';
import { DeliveryService } from './delivery.service';

class RecordingHostLimits extends HostLimits {
  readonly requested = new Set<string>();

  override async tryAcquire(host: string) {
    this.requested.add(host);
    return { isAcquired: true as const, release: () => undefined };
  }
}

const NONE = null as never;

describe('the limits of a host', () => {
  it('are those of the same host for each of many deliveries to a name with an umlaut', async () => {
    const limits = new RecordingHostLimits();
    const service = new DeliveryService(NONE, NONE, limits, NONE, NONE, NONE, NONE, NONE, NONE, NONE);
    const node = aWebhook('hook', { url: 'https://müller.example/hook' });
    const run = { accountId: 'a1', definition: aDefinition([START, node], 'start>hook'), failingDestinations: [] };
    for (let count = 0; count < 20_000; count += 1) await service.requestPermit({ run } as unknown as RunExecution, node);
    expect([...limits.requested]).toEqual(['xn--mller-kva.example']);
  });
});
