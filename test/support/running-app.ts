import type { TestApp } from './app';
import { Receiver } from './receiver';
import { startRunningApp } from './runs';

/** Starts a service with a worker and a receiver for the tests of a file. Before each test the receiver is reset to answer 200. */
export function withRunningApp(begin: (app: TestApp, receiver: Receiver) => void): void {
  let app: TestApp;
  let receiver: Receiver;
  beforeAll(async () => {
    [app, receiver] = await Promise.all([startRunningApp(), Receiver.start()]);
    begin(app, receiver);
  });
  beforeEach(() => {
    receiver.reset();
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });
}
