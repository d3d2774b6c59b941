import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Database } from '../../platform/database/database';
import { PublicRoute } from '../operation/operation';
import { DEPENDENCIES, type Dependency, Readiness } from '../../platform/lifecycle/readiness';
import { ServiceProofs } from '../../platform/lifecycle/service-proofs';

/** Probes for load balancers and supervisors. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly readiness: Readiness,
    private readonly proofs: ServiceProofs,
    @Inject(DEPENDENCIES) private readonly optional: readonly Dependency[],
  ) {}

  /** Liveness: the process answers. A command that sends a challenge gets a proof that it is the service that it looks for. */
  @Get('healthz')
  @PublicRoute()
  alive(@Req() { query, socket }: Request, @Res() response: Response): void {
    const proofs = this.proofs.answer(query['challenge'], socket);
    response.json({ status: 'ok', ...(proofs && { proofs }) });
  }

  /** Readiness: the database is reachable and can be written, and the process is neither starting nor draining. Anything else only degrades it. */
  @Get('readyz')
  @PublicRoute()
  async ready(@Res() response: Response): Promise<void> {
    const postgres = await isUp(() => this.database.ping());
    const others = await Promise.all(this.optional.map(async (part) => [part.name, (await isUp(() => part.check())) ? 'ok' : 'degraded']));
    const status = this.phase ?? (postgres ? 'ok' : 'unavailable');
    response.status(status === 'ok' ? 200 : 503).json({
      status,
      checks: { postgres: postgres ? 'ok' : 'unavailable', ...(Object.fromEntries(others) as object), ...this.readiness.parts },
    });
  }

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
