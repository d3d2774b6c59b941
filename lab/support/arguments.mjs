import { parseArgs } from 'node:util';

/** Options that several programs have. */
export const QUEUE = ['redis', 'where the queue is', ['redis', 'postgres']];
export const SEED = [Math.floor(Math.random() * 1_000_000), 'decides what is random'];

/**
 * The options of a program, and the words beside them where there may be some. The table has for each its default, what it means, and the
 * values that it takes if those are few. Where the default is a number, so is the value. Ends the process with the usage when something
 * else was given.
 */
export function optionsOf(program, table, words) {
  const entries = Object.entries(table);
  const types = entries.map(([name, [initial]]) => [name, { type: initial === false ? 'boolean' : 'string' }]);
  const usage = usageOf(program, entries, words);
  const given = parsed({ allowPositionals: words !== undefined, options: Object.fromEntries(types) }, usage);
  const valueOf = ([name, [initial, , choices]]) => {
    const text = given.values[name] ?? initial;
    const value = typeof initial === 'number' ? Number(text) : text;
    if (typeof initial === 'number' && !(value >= 0)) fail(`--${name} takes a number.`, usage);
    if (choices && value !== undefined && !choices.includes(value)) fail(`--${name} takes ${choices.join(', ')}.`, usage);
    return [name, value];
  };
  return { ...Object.fromEntries(entries.map(valueOf)), words: given.positionals };
}

function parsed(parameters, usage) {
  try {
    return parseArgs(parameters);
  } catch (error) {
    return fail(error.message, usage);
  }
}

function usageOf(program, entries, words = '') {
  const lines = entries.map(([name, [initial, meaning, choices]]) => {
    const values = choices ? `: ${choices.join(', ')}` : '';
    return `  --${name.padEnd(14)}${meaning}${values}${[undefined, false].includes(initial) ? '' : ` (${initial})`}`;
  });
  return [`Usage: node lab/${program}.mjs [options] ${words}`.trim(), '', ...lines].join('\n');
}

/** Ends the process with what is wrong and the usage. */
export function fail(message, usage = '') {
  console.error(`${message}\n\n${usage}`);
  process.exit(2);
}
