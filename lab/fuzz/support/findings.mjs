import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const FOLDER = new URL('../seeds/', import.meta.url);

/** Findings are printed so that they can be repeated, and each is kept as a seed that later runs send first. */
export class Findings {
  count = 0;
  /** One seed for each kind of finding. */
  kinds = new Set();

  constructor({ discard }) {
    this.discard = discard;
  }

  /** @param segments bytes as they were sent, or null when no single request is to blame */
  add(faults, segments, context = {}) {
    this.count += 1;
    const kind = `${context.operation ?? ''} ${faults.join(' ')}`.replace(/[0-9a-f-]{8,}|\d+/g, '#');
    if (this.kinds.has(kind) || this.kinds.size >= MAX_KINDS) return;
    this.kinds.add(kind);
    console.error(`\nFinding: ${faults.join(' ')}`);
    if (segments)
      console.error(
        segments
          .map((part) => escaped(part.toString('latin1')))
          .join('\n--- next segment\n')
          .slice(0, 8_000),
      );
    if (context.answer) console.error(`answered ${context.answer.status} ${context.answer.body.slice(0, 2_000)}`);
    if (segments && !this.discard) this.keep(faults, segments, context.replacements ?? []);
  }

  keep(faults, segments, replacements) {
    const texts = segments.map((part) => symbolic(part.toString('latin1'), replacements));
    const name = createHash('sha256').update(texts.join('')).digest('hex').slice(0, 12);
    const file = new URL(`finding-${name}.json`, FOLDER);
    writeFileSync(file, `${JSON.stringify({ about: faults.join(' '), segments: texts }, null, 2)}\n`);
    console.error(`kept as lab/fuzz/seeds/finding-${name}.json`);
  }
}

const MAX_KINDS = 50;

const escaped = (text) =>
  text.replace(/[^\t\n\x20-\x7e]/g, (c) => (c === '\r' ? '' : `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`));

/** Ids and secrets differ from run to run, so seeds have names in their place. */
const symbolic = (text, replacements) => replacements.reduce((changed, [name, value]) => changed.replaceAll(value, `{{${name}}}`), text);

/** The seeds with real values for their names: `content-length` is the length of what follows the empty line. */
export function readSeeds(replacements) {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  return files.sort().map((file) => {
    const { segments, most } = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));
    const texts = segments.map((text) => replacements.reduce((changed, [name, value]) => changed.replaceAll(`{{${name}}}`, value), text));
    return { file, most: most ?? Infinity, segments: texts.map((text) => Buffer.from(text, 'latin1')) };
  });
}
