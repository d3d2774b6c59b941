import { HostLimits } from '../platform/outbound/host-limits';
import { VisitorMailPermits } from './visitor-mail-permits';

describe('permits for mails to visitors', () => {
  it('leave one of four connections, and a quarter of the mails of a second, to mails to owners', async () => {
    const hosts = new HostLimits();
    const mails = new VisitorMailPermits(hosts);
    const taken = [];
    for (let count = 0; count < 3; count += 1) taken.push(await mails.tryAcquire());
    expect(taken.map(({ isAcquired }) => isAcquired)).toEqual([true, true, true]);
    expect((await mails.tryAcquire()).isAcquired).toBe(false);
    expect((await hosts.tryAcquire('mail', performance.now())).isAcquired).toBe(true);
    for (const permit of taken) if (permit.isAcquired) permit.release(true, performance.now());
    expect((await mails.tryAcquire()).isAcquired).toBe(true);
  });

  it('are given back when the mail server has no room', async () => {
    const hosts = new HostLimits();
    const mails = new VisitorMailPermits(hosts);
    const owners = [];
    for (let count = 0; count < 4; count += 1) owners.push(await hosts.tryAcquire('mail', performance.now()));
    for (let count = 0; count < 4; count += 1) expect((await mails.tryAcquire()).isAcquired).toBe(false);
    for (const permit of owners) if (permit.isAcquired) permit.release(true, performance.now());
    expect((await mails.tryAcquire()).isAcquired).toBe(true);
  });
});
