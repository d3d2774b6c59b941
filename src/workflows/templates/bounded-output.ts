import type { Emitter } from 'liquidjs';
import { plainText, sizeOf } from './output.rules';
import { TemplateFailure, type TemplateWork } from './render-budget';

export const MAX_RENDERED_BYTES = 256 * 1024;
/** The units of work for a rendered character, including the time to store it in the database and to read it again. */
const OUTPUT_UNITS = 10;

export class BoundedOutput implements Emitter {
  buffer = '';
  private bytes = 0;
  private writes = 0;
  private lastPart: unknown;

  constructor(
    readonly missing: ReadonlySet<string>,
    protected readonly work: TemplateWork,
  ) {}

  get value(): unknown {
    return this.writes === 1 ? this.lastPart : this.buffer;
  }

  write(part: unknown): void {
    this.work.spend(sizeOf(part));
    const text = plainText(part);
    this.bytes += Buffer.byteLength(text);
    this.refuseBeyond(this.bytes);
    this.work.spend(text.length * OUTPUT_UNITS);
    this.buffer += text;
    this.writes += 1;
    this.lastPart = part;
  }

  end(): void {
    return;
  }

  protected refuseBeyond(bytes: number): void {
    if (bytes > MAX_RENDERED_BYTES) throw this.work.fail(new TemplateFailure(TOO_LARGE));
  }
}

const TOO_LARGE = `A template renders to more than ${MAX_RENDERED_BYTES / 1024} KiB.`;
