import { BullRegistrar, type WorkerHost } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';

/** The workers of all queues of this process. A process that only adds jobs opens none. */
@Injectable()
export class QueueWorkers {
  private areOpen = false;

  constructor(private readonly registrar: BullRegistrar) {}

  open(): void {
    this.registrar.register();
    this.areOpen = true;
  }

  /** Lets the processor take no more jobs. Resolves when its jobs in progress have ended. */
  async close(processor: WorkerHost): Promise<void> {
    if (this.areOpen) await processor.worker.close();
  }
}
