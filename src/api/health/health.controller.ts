import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Database } from '../../platform/database/database';
import { PublicRoute } from '../operation/operation';
import { DEPENDENCIES, type Dependency, Readiness } from '../../platform/lifecycle/readiness';

/** Probes for load balancers and supervisors. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly readiness: Readiness,
    @Inject(DEPENDENCIES) private readonly optional: readonly Dependency[],
  ) {}

  /** Liveness: the process answers. */
  @Get('healthz')
  @PublicRoute()
  alive(@Res() response: Response): void {
    response.json({ status: 'ok' });
  }

  /** Readiness: the database is reachable and can be written, and the process is neither starting nor draining. Anything else only degrades it. */
  @Get('readyz')
  @PublicRoute()
  async ready(@Res() response: Response): Promise<void> {
    const postgres = await isUp(() => this.database.ping());
    const others = await Promise.all(this.optional.map(async ({ name, check }) => [name, (await isUp(check)) ? 'ok' : 'degraded']));
    const status = this.phase ?? (postgres ? 'ok' : 'unavailable');
    response.status(status === 'ok' ? 200 : 503).json({
      status,
      checks: { postgres: postgres ? 'ok' : 'unavailable', ...(Object.fromEntries(others) as object), ...this.readiness.parts },
    });
  }

  /** Null while the process is in service. */
  private get phase(): 'starting' | 'draining' | null {
    if (this.readiness.isDraining) return 'draining';
    return this.readiness.isStarting ? 'starting' : null;
  }
}

async function isUp(check: () => Promise<unknown>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch {
    return false;
  }
}
