import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type Config, CONFIG } from '../config/config';
import { addressFileOf, addressText } from './service-address-file';
import { makeProofKey } from './service-proof.rules';
import { ServiceProofs } from './service-proofs';

/**
 * Writes the address of a process that serves the API to its data folder, so that commands find the process, with a key that proves its
 * identity (docs/adr/0050-a-proof-before-a-key.md). The file is optional: nothing is written when the folder is missing or read-only.
 */
@Injectable()
export class WrittenServiceAddress implements OnModuleDestroy {
  private isWritten = false;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'baseUrl' | 'port' | 'dataDir'>,
    private readonly proofs: ServiceProofs,
  ) {}

  /** Writes the file for the current user only. The final rename keeps commands from reading a partial file. */
  async write(): Promise<void> {
    const proofKey = makeProofKey();
    const staging = `${this.file}.${process.pid}-${randomBytes(4).toString('hex')}`;
    try {
      await writeFile(staging, addressText({ ...this.config, proofKey }), { mode: 0o600, flag: 'wx' });
      await rename(staging, this.file);
      this.proofs.add(proofKey);
      this.isWritten = true;
    } catch {
      await rm(staging, { force: true }).catch(() => undefined);
    }
  }

  async onModuleDestroy(): Promise<void> {
    if (this.isWritten) await rm(this.file, { force: true }).catch(() => undefined);
  }

  private get file(): string {
    return addressFileOf(this.config);
  }
}
