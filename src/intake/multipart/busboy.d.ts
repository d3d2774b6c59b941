/** Declares only the part of busboy that the service uses. */
declare module 'busboy' {
  import type { IncomingHttpHeaders } from 'node:http';
  import type { Readable, Writable } from 'node:stream';

  export interface Parser extends Writable {
    on(event: 'field', listener: (name: string | undefined, text: string | undefined, info: { valueTruncated: boolean }) => void): this;
    on(event: 'file', listener: (name: string | undefined, content: Readable, info: { filename?: string }) => void): this;
    on(event: 'partsLimit' | 'filesLimit' | 'fieldsLimit', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
  }

  export default function busboy(options: {
    headers: IncomingHttpHeaders;
    limits: Record<'fields' | 'files' | 'parts' | 'fieldSize', number>;
    defParamCharset: string;
  }): Parser;
}
