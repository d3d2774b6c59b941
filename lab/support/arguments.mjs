import { parseArgs } from 'node:util';

/**
 * The options of a program, each with a text, or true where the default is false, and its positional arguments where there may be some.
 * Ends the process with the usage when there are others.
 */
export function argumentsOf(usage, defaults, { allowPositionals = false } = {}) {
  const options = Object.entries(defaults).map(([name, value]) => [
    name,
    { type: value === false ? 'boolean' : 'string', ...(value !== undefined && { default: value }) },
  ]);
  try {
    return parseArgs({ allowPositionals, options: Object.fromEntries(options) });
  } catch (error) {
    return fail(error.message, usage);
  }
}

/** Ends the process with what is wrong and the usage. */
export function fail(message, usage) {
  console.error(`${message}\n\n${usage}`);
  process.exit(2);
}
