import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltFile, readBuiltFile } from '../api/answer/built-file';

/** The console as the build made it. */
export interface ConsolePage {
  html: BuiltFile;
  /** Scripts and style sheets by their names, which contain a digest of their content. */
  files: ReadonlyMap<string, BuiltFile>;
}

/** The token under which the page is injected. It is read once, so that a service without it does not start. */
export const CONSOLE_PAGE = Symbol('CONSOLE_PAGE');

export function readConsolePage(): ConsolePage {
  const folder = join(__dirname, 'built');
  const names = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name));
  const files = names.map((name): [string, BuiltFile] => [name, readBuiltFile(join(folder, name))]);
  return { html: readBuiltFile(join(folder, 'index.html')), files: new Map(files) };
}
