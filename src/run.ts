import type { Config } from './platform/config/config';
import { configOfThisProcess } from './platform/config/environment';
import { explanationOf, OperatorError } from './platform/errors/operator-error';
import type { Service } from './service';

/** Runs a service until it is told to stop. Ends the process with 0 after a clean stop, with 1 when it cannot start. */
export async function run(start: (config: Config) => Promise<Service>): Promise<void> {
  try {
    const starting = start(configOfThisProcess());
    const stop = once(async () => {
      const service = await starting;
      await service.stop();
      process.exit(0);
    });
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
    await starting;
  } catch (error) {
    process.stderr.write(`\n${remedyOf(error)}\n\n`);
    process.exit(1);
  }
}

function once(work: () => Promise<void>): () => void {
  let isRunning = false;
  return () => {
    if (isRunning) return;
    isRunning = true;
    work().catch((error: unknown) => {
      process.stderr.write(`${remedyOf(error)}\n`);
      process.exit(1);
    });
  };
}

function remedyOf(error: unknown): string {
  const { code, port } = error as { code?: unknown; port?: unknown };
  if (code === 'EADDRINUSE') return `Port ${String(port)} is in use by another program. Set PORT to a free one.`;
  return error instanceof OperatorError
    ? error.message
    : `${explanationOf(error)}

${EXAMINE}`;
}

const EXAMINE = '"npm run cli -- doctor" examines the settings and what they name, and says what to do.';
