import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A script or a style sheet of the page. */
export interface PageFile {
  plain: Buffer;
  compressed: Buffer;
}

/** The console as the build made it. */
export interface ConsolePage {
  html: Buffer;
  /** The files by their names, which contain a digest of their content. */
  files: ReadonlyMap<string, PageFile>;
}

/** The token under which the page is injected. It is read once, so that a service without it does not start. */
export const CONSOLE_PAGE = Symbol('CONSOLE_PAGE');

export function readConsolePage(): ConsolePage {
  const folder = join(__dirname, 'built');
  const names = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name));
  const files = names.map((name): [string, PageFile] => {
    const plain = readFileSync(join(folder, name));
    return [name, { plain, compressed: gzipSync(plain, { level: 9 }) }];
  });
  return { html: readFileSync(join(folder, 'index.html')), files: new Map(files) };
}
