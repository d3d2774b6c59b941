import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { networkOf } from '../../api/rate-limit/network.rules';
import { type Config, CONFIG } from '../../platform/config/config';
import { Metrics } from '../../platform/metrics/metrics';
import { tooManyUploads } from './multipart-errors';

/** Limits the bytes of arriving files on the disk of this process, for all clients together and for each address. */
@Injectable()
export class UploadBudget {
  private bytes = 0;
  private readonly ofNetworks = new Map<string, number>();
  private readonly most: number;
  private readonly mostOfNetwork: number;

  constructor(
    @Inject(CONFIG) config: Pick<Config, 'uploads' | 'uploadsInFlightBytes' | 'uploadsInFlightPerAddressBytes'>,
    metrics: Metrics,
  ) {
    const least = 4 * config.uploads.maxTotalBytes; // every setting admits the largest submission
    this.most = Math.max(config.uploadsInFlightBytes, least);
    this.mostOfNetwork = Math.max(config.uploadsInFlightPerAddressBytes, least);
    metrics.gauge({ name: 'upload_bytes_in_flight', help: 'Bytes of files that arrive, those that are announced included.' }, () => [
      { value: this.bytes },
    ]);
  }

  /** Opens the share of one request. Its first file takes all announced bytes, so that uploads which have begun can finish. */
  open({ ip, headers }: Request): UploadShare {
    const network = networkOf(ip ?? 'unknown');
    const announced = Number(headers['content-length'] ?? 0);
    let written = 0;
    let taken = 0;
    return {
      take: (bytes) => {
        written += bytes;
        const more = Math.max(written, announced) - taken;
        if (more <= 0) return;
        if (this.bytes + more > this.most || this.bytesOf(network) + more > this.mostOfNetwork) throw tooManyUploads();
        this.add(network, more);
        taken += more;
      },
      giveBack: () => {
        this.add(network, -taken);
        taken = 0;
      },
    };
  }

  private bytesOf(network: string): number {
    return this.ofNetworks.get(network) ?? 0;
  }

  private add(network: string, bytes: number): void {
    this.bytes += bytes;
    const left = this.bytesOf(network) + bytes;
    if (left === 0) this.ofNetworks.delete(network);
    else this.ofNetworks.set(network, left);
  }
}

export interface UploadShare {
  /** Call this before bytes are written. Throws 503 when they exceed the budget. */
  take: (bytes: number) => void;
  /** Call this once the written bytes are deleted. */
  giveBack: () => void;
}
