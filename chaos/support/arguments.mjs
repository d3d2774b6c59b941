import { parseArgs } from 'node:util';

/** The values of the options of a command, each with a text. Ends the process with the usage when there are others. */
export function argumentsOf(usage, defaults) {
  const options = Object.entries(defaults).map(([name, value]) => [
    name,
    { type: 'string', ...(value !== undefined && { default: value }) },
  ]);
  try {
    return parseArgs({ options: Object.fromEntries(options) }).values;
  } catch (error) {
    return fail(error.message, usage);
  }
}

export function requireQueue(queue, usage) {
  if (!['redis', 'postgres'].includes(queue)) fail('--queue takes redis or postgres.', usage);
}

export function fail(message, usage) {
  console.error(`${message}\n\n${usage}`);
  process.exit(2);
}
