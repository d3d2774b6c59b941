// The output and pages of the built service that a newcomer and an operator see.
import { readFileSync } from 'node:fs';
import { builtFile } from '../build-if-changed.mjs';

/** Four lines of npm and two of the build come before, so there are at most 25. */
const LINES_OF_A_FIRST_START = 19;

/** The whole output of a first start: what a newcomer needs, and nothing of the framework. A link that signs in is for a terminal only. */
export function checkFirstStart(output, { hasLink }) {
  const lines = output.trimEnd().split(/\r?\n/);
  if (lines.length > LINES_OF_A_FIRST_START) throw new Error(`a first start prints ${lines.length} lines.`);
  const foreign = lines.filter((line) => /"context"|\bNest|Module|Resolver|Explorer|Loader|warn/i.test(line));
  if (foreign.length > 0) throw new Error(`a first start prints what nobody needs: ${foreign.join(' ')}`);
  checkNames('The output', output);
  if (/\/console#fcl_\w{50}/.test(output) !== hasLink) throw new Error(`a first start prints ${hasLink ? 'no' : 'a'} link that signs in.`);
}

/** The served document is the committed one, but for the address of the service. */
export async function checkDocument(baseUrl) {
  const document = await (await fetch(`${baseUrl}/openapi.json`)).json();
  if (document.servers[0].url !== baseUrl) throw new Error(`the document names ${document.servers[0].url}.`);
  document.servers[0].url = '/';
  if (`${JSON.stringify(document, null, 2)}\n` !== readFileSync(builtFile('../openapi.json'), 'utf8'))
    throw new Error('the served document differs from openapi.json.');
}

/** Files for browsers come compressed, `embed.js` in at most 8,192 bytes. */
export async function checkSizes(baseUrl) {
  for (const [path, limit] of Object.entries({ '/embed.js': 8_192, '/docs/swagger-ui-bundle.js': 600_000 })) {
    for (const coding of ['br', 'gzip']) {
      const { headers } = await fetch(`${baseUrl}${path}`, { method: 'HEAD', headers: { 'accept-encoding': coding } });
      const [sent, length] = [headers.get('content-encoding'), Number(headers.get('content-length'))];
      if (sent !== coding || !(length <= limit)) throw new Error(`${path} is sent in ${length} bytes (${sent}) to who accepts ${coding}.`);
    }
  }
}

export async function checkMetrics(baseUrl) {
  checkNames('GET /metrics', await (await fetch(`${baseUrl}/metrics`)).text());
}

/** Bundlers and compilers give names such as `_View` and `View_1`. */
export function checkNames(what, text) {
  const [name] =
    /(?<![\w-])_[A-Z]\w+|\b[A-Z][A-Za-z]*_?\d\b(?=[:."'(])/.exec(text.replaceAll(/https?:\S+|"time":"[^"]+"|f[a-z]{2}_\w+/g, '')) ?? [];
  if (name) throw new Error(`${what} has the name ${name}.`);
}
