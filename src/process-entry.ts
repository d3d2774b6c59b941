import type { Config } from './platform/config/config';
import { boundHeap } from './heap-bounds';
import { environmentOfThisProcess } from './platform/config/environment';
import { explanationOf, OperatorError } from './platform/errors/operator-error';
import type { Service } from './service';
import { loadServiceConfig } from './service-config';
import { printStopped, printStopping } from './startup-banner';

type Start = (config: Config) => Promise<Service>;

/**
 * Runs a service until SIGTERM or SIGINT. The process exits with 0 after a clean shutdown, and with 1 when the service cannot start. `load`
 * loads the code of the service.
 */
export async function runProcess(load: () => Promise<Start>, oldGrowthPercent = 30): Promise<void> {
  try {
    const starting = startBounded(load, loadServiceConfig(environmentOfThisProcess()), oldGrowthPercent);
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

/** The bounds come after the code, since V8 refuses compiled code that was stored with other options than it has when it reads that. */
async function startBounded(load: () => Promise<Start>, config: Config, oldGrowthPercent: number): Promise<Service> {
  const start = await load();
  boundHeap(oldGrowthPercent);
  return start(config);
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
