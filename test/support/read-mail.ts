import type { ReceivedMail } from './smtp-receiver';

/** A received mail with the decoded texts of its parts. */
export interface ReadMail {
  to: string[];
  /** The headers by name in lower case, unfolded, with encoded words decoded. */
  headers: ReadonlyMap<string, string>;
  text: string;
  html: string;
}

/** Reads a mail that has a text and an HTML part, as mail programs do. */
export function readMail({ to, content }: ReceivedMail): ReadMail {
  const { headers, body } = entityOf(content);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type')!)![1]!;
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => entityOf(part.replace(/^\r\n/, '')));
  const partOf = (type: string) => parts.find((part) => part.headers.get('content-type')!.startsWith(type))!;
  return { to, headers, text: decoded(partOf('text/plain')), html: decoded(partOf('text/html')) };
}

interface Entity {
  headers: Map<string, string>;
  body: string;
}

function entityOf(content: string): Entity {
  const end = content.indexOf('\r\n\r\n');
  const lines = content
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), decodedWords(line.slice(colon + 1).trim())];
  });
  return { headers: new Map(headers), body: content.slice(end + 4) };
}

function decoded({ headers, body }: Entity): string {
  const encoding = headers.get('content-transfer-encoding');
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString().replaceAll('\r\n', '\n');
  const bytes = encoding === 'quoted-printable' ? quotedPrintable(body.replaceAll('=\r\n', '')) : Buffer.from(body);
  return bytes.toString().replaceAll('\r\n', '\n');
}

const quotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );

const decodedWords = (text: string): string =>
  text
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      encoding.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : quotedPrintable(word.replaceAll('_', ' ')).toString(),
    );
