import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltFile, readBuiltFile } from '../api/answer/built-file';
import { type BuiltPage, readBuiltPage } from '../api/answer/built-page';

/** The console as built by the package `console/`. */
export interface ConsolePage {
  html: BuiltFile;
  /** Scripts and style sheets by name. Each name contains a digest of the content. */
  files: ReadonlyMap<string, BuiltFile>;
}

export const CONSOLE_PAGE = Symbol('CONSOLE_PAGE');

export const readConsolePage = (): BuiltPage<ConsolePage> => readBuiltPage(consolePage);

/** The path is the same from `src` and from `dist`. */
const FOLDER = join(__dirname, '../../console/dist');

function consolePage(): ConsolePage {
  const names = readdirSync(FOLDER).filter((name) => /\.(js|css)$/.test(name));
  const files = names.map((name): [string, BuiltFile] => [name, readBuiltFile(join(FOLDER, name))]);
  return { html: readBuiltFile(join(FOLDER, 'index.html')), files: new Map(files) };
}
