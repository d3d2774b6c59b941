import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { transform } from '@swc/core';

/**
 * A module as the body of a function that has `exports`, `require`, `module`, `__filename` and `__dirname`. White space is removed, and names
 * stay as they are. All characters are ASCII: V8 keeps a text with any other in two bytes for each character.
 */
export async function compileModule({ file, format, hasDynamicImport }, folder) {
  const source = await readFile(file, 'utf8');
  if (file.endsWith('.json')) return { code: `module.exports=${inAscii(JSON.stringify(JSON.parse(source)))}` };
  const ownMap = file.startsWith(folder) ? await readFile(`${file}.map`, 'utf8') : undefined;
  const { code, map } = await transform(source, {
    ...OPTIONS,
    filename: file,
    isModule: format === 'esm' || hasDynamicImport || 'commonjs', // in CommonJS SWC would leave `import()` to Node
    sourceMaps: ownMap !== undefined,
    inputSourceMap: ownMap,
  });
  return {
    code,
    map: ownMap === undefined ? PLACE_IN(file, folder) : mapFrom(JSON.parse(map), dirname(relative(folder, file))),
  };
}

const OPTIONS = {
  swcrc: false,
  configFile: false,
  minify: true,
  jsc: {
    target: 'es2024', // newer than what it reads, so that it changes nothing else
    parser: { syntax: 'ecmascript' },
    minify: { compress: false, mangle: false },
    output: { charset: 'ascii' },
  },
  module: { type: 'commonjs', importInterop: 'node', strictMode: false },
};

const inAscii = (json) => json.replace(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Maps everything in a package to its file, without lines, so that the map of the service stays small. */
const PLACE_IN = (file, folder) => ({ version: 3, sources: [relative(folder, file)], names: [], mappings: 'AAAA' });

const mapFrom = ({ sources, mappings }, place) => ({
  version: 3,
  sources: sources.map((source) => join(place, source)),
  names: [],
  mappings,
});
