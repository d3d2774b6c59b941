import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '../api/errors/api-error';
import { newId } from '../platform/ids.rules';
import { ExportLeasesRepository } from './export-leases.repository';

/** Lets each key export once at a time, whatever process it asks. */
@Injectable()
export class ExportLeasesService {
  private readonly log = new Logger('Exports');

  constructor(private readonly leases: ExportLeasesRepository) {}

  /**
   * The same chunks, under the lease of a key from before the first one until after the last. Throws 409 before the first one when the key
   * has another export, and fails when the lease was lost to one, as in a process that stood still.
   */
  async *holding<Chunk>(apiKeyId: string, chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk, void, undefined> {
    const holder = newId();
    if (!(await this.leases.take(apiKeyId, holder))) throw new ApiError('export_running');
    let isLost = false;
    const renew = async () => {
      isLost = !(await this.leases.renew(apiKeyId, holder));
    };
    const renewal = setInterval(() => void renew().catch(this.warn), RENEWAL_MS).unref();
    try {
      for await (const chunk of chunks) {
        if (isLost) throw new ApiError('export_running');
        yield chunk;
      }
    } finally {
      clearInterval(renewal);
      await this.leases.release(apiKeyId, holder).catch(this.warn);
    }
  }

  /** The lease ends by itself. */
  private readonly warn = (error: unknown): void => this.log.warn({ err: error }, 'The lease of an export could not be changed.');
}

const RENEWAL_MS = 10_000;
