// Reusable code names nothing of the product: node scripts/check-words.mjs lists each word of the product in it with its place.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDERS = ['src/platform', 'src/embedded-postgres'];

/** Files that have to name the product. */
const EXEMPT = {
  'src/platform/config/settings.ts': 'the table of the settings, which are named and explained in the words of operators',
  'src/platform/config/config.ts': 'the type of the settings, whose members follow the names in the table',
  'src/platform/config/config.spec.ts': 'tests of that table',
  'src/platform/tracing/otlp-spans.ts': 'implements a type of OpenTelemetry, one of whose members is a scope',
};

const WORDS = [
  ...['form', 'submission', 'submitter', 'workflow', 'account', 'tenant', 'visitor', 'draft', 'scope'].map((word) => `${word}s?`),
  ...['intake', 'points', 'publish(?:es|ed|er|ing)?'],
];

const capitalized = (word) => word[0].toUpperCase() + word.slice(1);

/**
 * A word by itself or as a part of an identifier in camelCase, PascalCase, snake_case or UPPER_CASE, but not as a part
 * of a longer word.
 */
const patternsOf = (word) => [`(?<![A-Za-z])${word}(?![a-z])`, `${capitalized(word)}(?![a-z])`, `(?<![A-Z])${word.toUpperCase()}(?![A-Z])`];

/** "Run" is a verb almost everywhere. As a noun it follows an article or the like, or it is the first part of a name. */
const RUN_AS_NOUN = [
  '\\b(?:[Aa]n?|[Tt]he|[Ee]ach|[Ee]very|[Tt]his|[Tt]hese|[Ii]ts|[Oo]ne|[Nn]o|of|due|blocked) runs?\\b',
  '(?<![A-Za-z])[Rr]un(?:Ids?|State|Status|Queue|Steps?)(?![a-z])',
  '[\'".]runs\\b',
];

const API_KEY = '[Aa](?:pi|PI)[ _-]?[Kk](?:ey|EY)s?(?![a-z])';

const PRODUCT_WORD = new RegExp([...WORDS.flatMap(patternsOf), ...RUN_AS_NOUN, API_KEY].join('|'), 'g');

/** The words of the product in a text, in their order. */
export const productWordsIn = (text) => text.replace(CODE_POINTS, '').match(PRODUCT_WORD) ?? [];

/** Points of Unicode, not those that are paid with. */
const CODE_POINTS = /code ?points/gi;

/** Guards the pattern itself: a check that finds nothing any more would pass for ever. */
function selfTest() {
  const flagged = ['a form', 'formId', 'FormEntity', 'theForms', 'FORM_ID', 'form-data', 'the API key', 'apiKeyId', 'api_keys'];
  flagged.push('each run', 'runId', "queue: 'runs'", 'depth.runs', 'isPublished', 'PUBLISHED', 'Workflow-run', 'accounts');
  const accepted = ['transform', 'platform', 'information', 'performs', 'format', 'npm run check', 'it runs', 'running', 'Run it'];
  accepted.push('runInSlot', 'this point', 'scoped', 'runtime', 'republic', 'drafty', 'api keyword', 'countCodePoints', 'code points');
  const wrong = [
    ...flagged.filter((text) => productWordsIn(text).length === 0),
    ...accepted.filter((text) => productWordsIn(text).length > 0),
  ];
  if (wrong.length > 0) throw new Error(`The check of words misjudges: ${wrong.join(', ')}`);
}

const root = fileURLToPath(new URL('..', import.meta.url));

function findings() {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length)),
  );
  return files
    .filter((file) => !(file in EXEMPT))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => productWordsIn(line).map((word) => `${file}:${index + 1}: ${word}`)),
    );
}

selfTest();
const found = findings();
for (const finding of found) console.error(finding);
process.exitCode = found.length > 0 ? 1 : 0;
