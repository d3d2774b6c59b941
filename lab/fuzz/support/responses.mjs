/** Reads HTTP/1.1 responses from the bytes of a connection; interim ones (100 Continue) are skipped. */
export class ResponseReader {
  pending = Buffer.alloc(0);

  /** @param methodOf the method of the request that is answered next, since HEAD is answered without a body */
  constructor(methodOf = () => 'GET') {
    this.methodOf = methodOf;
  }

  /** Adds bytes and returns the responses that are complete with them. Throws when they are no HTTP. */
  add(bytes) {
    this.pending = this.pending.length === 0 ? bytes : Buffer.concat([this.pending, bytes]);
    const responses = [];
    for (let response = this.next(); response !== null; response = this.next()) {
      if (response.status >= 200) responses.push(response);
    }
    return responses;
  }

  next() {
    const headEnd = this.pending.indexOf('\r\n\r\n');
    if (headEnd === -1) return null;
    const response = headOf(this.pending.toString('latin1', 0, headEnd));
    const start = headEnd + 4;
    const length = this.hasBody(response) ? this.bodyEnd(response, start) : { end: start, body: '' };
    if (length === null) return null;
    this.pending = this.pending.subarray(length.end);
    return { ...response, body: length.body };
  }

  hasBody({ status }) {
    return status >= 200 && status !== 204 && status !== 304 && this.methodOf() !== 'HEAD';
  }

  bodyEnd({ headers }, start) {
    if (headers['transfer-encoding'] === 'chunked') return this.chunks(start);
    const end = start + Number(headers['content-length'] ?? 0);
    return end > this.pending.length ? null : { end, body: this.pending.toString('utf8', start, end) };
  }

  chunks(start) {
    const parts = [];
    for (let at = start; ;) {
      const lineEnd = this.pending.indexOf('\r\n', at);
      if (lineEnd === -1) return null;
      const size = parseInt(this.pending.toString('latin1', at, lineEnd), 16);
      const end = lineEnd + 2 + size;
      if (!(end + 2 <= this.pending.length)) return null;
      if (size === 0) return { end: end + 2, body: Buffer.concat(parts).toString() };
      parts.push(this.pending.subarray(lineEnd + 2, end));
      at = end + 2;
    }
  }
}

function headOf(text) {
  const [statusLine, ...lines] = text.split('\r\n');
  const [, status] = /^HTTP\/1\.1 (\d{3})(?: |$)/.exec(statusLine) ?? [];
  if (status === undefined) throw new Error(`This is no status line: ${JSON.stringify(statusLine.slice(0, 200))}`);
  const headers = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new Error(`This is no header: ${JSON.stringify(line.slice(0, 200))}`);
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { status: Number(status), headers };
}
