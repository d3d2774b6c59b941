import { environmentOfThisProcess } from '../platform/config/environment';
import type { ProcessRole } from '../platform/database/service-processes';
import { explanationOf, OperatorError } from '../platform/errors/operator-error';
import { printStopped, printStopping } from './banner';
import { startService } from './service';
import { loadServiceConfig } from './settings';

/** Runs a service until SIGTERM or SIGINT. The process exits with 0 after a clean shutdown, and with 1 when the service cannot start. */
export async function runProcess(role: ProcessRole): Promise<void> {
  try {
    const starting = startService(role, loadServiceConfig(environmentOfThisProcess()));
    const shutDown = once(async () => {
      printStopping();
      const service = await starting;
      await service.stop();
      printStopped();
      process.exit(0);
    });
    process.on('SIGTERM', shutDown);
    process.on('SIGINT', shutDown);
    await starting;
  } catch (error) {
    process.stderr.write(`\n${failureTextOf(error)}\n\n`);
    process.exit(1);
  }
}

/** Further signals during the shutdown are ignored. */
function once(work: () => Promise<void>): () => void {
  let hasBegun = false;
  return () => {
    if (hasBegun) return;
    hasBegun = true;
    work().catch((error: unknown) => {
      process.stderr.write(`${failureTextOf(error)}\n`);
      process.exit(1);
    });
  };
}

const failureTextOf = (error: unknown): string =>
  error instanceof OperatorError ? error.message : `${explanationOf(error)}\n\n${DOCTOR_HINT}`;

const DOCTOR_HINT = '"npm run cli -- doctor" checks the settings and the systems that they name, and says how to fix what is wrong.';
