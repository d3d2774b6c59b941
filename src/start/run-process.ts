import { environmentOfThisProcess } from '../platform/config/environment';
import type { ProcessRole } from '../platform/database/service-processes';
import { explanationOf, OperatorError } from '../platform/errors/operator-error';
import { once } from '../platform/once';
import { printStopped, printStopping } from './banner';
import { type Service, startService } from './service';
import { loadServiceConfig } from './settings';

/** Runs a service until SIGTERM or SIGINT. The process exits with 0 after a clean shutdown, and with 1 when the service cannot start. */
export async function runProcess(role: ProcessRole): Promise<void> {
  try {
    const starting = startService(role, loadServiceConfig(environmentOfThisProcess()));
    const shutDown = once(() => stop(starting)); // further signals are ignored
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void shutDown());
    await starting;
  } catch (error) {
    process.stderr.write(`\n${failureTextOf(error)}\n\n`);
    process.exit(1);
  }
}

async function stop(starting: Promise<Service>): Promise<void> {
  try {
    printStopping();
    const service = await starting;
    await service.stop();
    printStopped();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${failureTextOf(error)}\n`);
    process.exit(1);
  }
}

const failureTextOf = (error: unknown): string =>
  error instanceof OperatorError ? error.message : `${explanationOf(error)}\n\n${DOCTOR_HINT}`;

const DOCTOR_HINT = '"npm run cli -- doctor" checks the settings and the systems that they name, and says how to fix what is wrong.';
