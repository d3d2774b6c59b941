// Compiles the service into an empty `dist`: node scripts/compile.mjs [--watch]. What the API document tells of types and their comments is
// written into the code by the plugin of @nestjs/swagger, which asks the compiler for it.
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { before } from '@nestjs/swagger/plugin';
import ts from 'typescript';
import { ASSET } from './build-if-needed.mjs';

const PLUGIN = {
  introspectComments: true,
  classValidatorShim: true,
  dtoFileNameSuffix: ['.dto.ts'],
  controllerFileNameSuffix: [],
};

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
rmSync('dist', { recursive: true, force: true });
for (const name of readdirSync('src', { recursive: true })) if (ASSET.test(name)) cpSync(join('src', name), join('dist', name));
if (process.argv.includes('--watch')) watch();
else process.exitCode = compile() ? 0 : 1;

function compile() {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (fault) => tell([fault]) };
  const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, host);
  const program = ts.createProgram({ rootNames: fileNames, options, configFileParsingDiagnostics: errors });
  const { diagnostics } = program.emit(...describedBy(program));
  const faults = ts.sortAndDeduplicateDiagnostics([...ts.getPreEmitDiagnostics(program), ...diagnostics]);
  tell(faults);
  return faults.length === 0;
}

function watch() {
  const create = (...words) => {
    const program = ts.createEmitAndSemanticDiagnosticsBuilderProgram(...words);
    const { emit } = program;
    program.emit = () => emit(...describedBy(program.getProgram()));
    return program;
  };
  ts.createWatchProgram(ts.createWatchCompilerHost('tsconfig.json', { preserveWatchOutput: true }, ts.sys, create));
}

/** The parameters of `emit` for all files. */
function describedBy(program) {
  return [undefined, undefined, undefined, false, { before: [before(PLUGIN, program)] }];
}

function tell(faults) {
  if (faults.length === 0) return;
  const host = { getCurrentDirectory: ts.sys.getCurrentDirectory, getCanonicalFileName: (name) => name, getNewLine: () => '\n' };
  console.error(ts.formatDiagnosticsWithColorAndContext(faults, host));
}
