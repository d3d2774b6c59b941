import type { TestApp } from './app';
import { Receiver } from './receiver';
import { startRunningApp } from './runs';

/** Gives the tests of a file a service with a worker, and a receiver that has got nothing yet and answers 200 when each begins. */
export function withRunningApp(begin: (app: TestApp, receiver: Receiver) => void): void {
  let app: TestApp;
  let receiver: Receiver;
  beforeAll(async () => {
    [app, receiver] = await Promise.all([startRunningApp(), Receiver.start()]);
    begin(app, receiver);
  });
  beforeEach(() => {
    receiver.requests.length = 0;
    receiver.answers({ status: 200 });
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });
}
