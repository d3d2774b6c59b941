import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Database } from '../../platform/database/database';
import { PublicRoute } from '../operation/operation';
import { DEPENDENCIES } from '../../platform/lifecycle/dependency';
import type { Dependency } from '../../platform/lifecycle/dependency';
import { Readiness } from '../../platform/lifecycle/readiness';

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

  /** Readiness: the database is reachable and the process is not draining. Other dependencies only degrade it. */
  @Get('readyz')
  @PublicRoute()
  async ready(@Res() response: Response): Promise<void> {
    const postgres = await isUp(() => this.database.query('select 1'));
    const others = await Promise.all(
      this.optional.map(async ({ name, check }) => [name, (await isUp(check)) ? 'ok' : 'degraded']),
    );
    const isReady = postgres && !this.readiness.isDraining;
    response.status(isReady ? 200 : 503).json({
      status: this.readiness.isDraining ? 'draining' : postgres ? 'ok' : 'unavailable',
      checks: { postgres: postgres ? 'ok' : 'unavailable', ...(Object.fromEntries(others) as object) },
    });
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
