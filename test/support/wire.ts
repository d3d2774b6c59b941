import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

/** A raw HTTP answer. */
export interface WireAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export type HeaderLine = readonly [name: string, value: string];

/** Sends header lines exactly as given, including duplicates, which ordinary clients join or refuse. */
export function send(method: string, url: string, headers: readonly HeaderLine[] = [], body: string | Buffer = ''): Promise<WireAnswer> {
  const lines = [...headers, ['Host', new URL(url).host], ...lengthOf(method, headers, body)].flat();
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers: lines, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

function lengthOf(method: string, headers: readonly HeaderLine[], body: string | Buffer): HeaderLine[] {
  const isTold = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  const hasNone = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  return isTold || hasNone ? [] : [['Content-Length', String(Buffer.byteLength(body))]];
}
