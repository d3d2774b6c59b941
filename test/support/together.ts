import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { endResourcesAfterSpec } from './at-end';

const ROOT = join(__dirname, '../..');

/**
 * Runs the spec files of these folders whose names end with one of the words, or with none of them (`unit`), as one file of Jest, each in a block with its path. So Jest
 * loads and starts the service once for all of them.
 */
export function together(words: string, folders: string[]): void {
  for (const file of specsOf(words, folders)) {
    describe(file, () => {
      endResourcesAfterSpec();
      jest.requireActual(join(ROOT, file));
    });
  }
}

/** Their paths, from the root. */
export function specsOf(words: string, folders: string[]): string[] {
  const isMeant = words === 'unit' ? /(?<!\.(?:built|component|faults|long))\.spec\.ts$/ : new RegExp(`\\.(${words})\\.spec\\.ts$`);
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => isMeant.test(name))
      .sort()
      .map((name) => join(folder, name)),
  );
}
