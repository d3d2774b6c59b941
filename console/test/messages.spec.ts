import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

describe('what the service says', () => {
  it('has no name of a member in it, whatever is refused in a form or a workflow', () => {
    const root = join(__dirname, '../../src');
    const files = [
      'forms/settings',
      'forms',
      'forms/definition',
      'fields',
      'workflows/nodes',
      'workflows/definition',
      'workflows/templates',
      'workflows/conditions',
    ]
      .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)))
      .filter((path) => /\.ts$/.test(path) && !path.endsWith('.spec.ts'));
    const sentences = files.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/['`]((?:must|is|has|needs|names|uses) [^'`]*)['`]/g)].map(([, text]) => text!),
    );
    expect(sentences.length).toBeGreaterThan(50);
    const withNames = sentences
      .map((text) => text.replace(/\$\{[^}]*\}|\{\{.*?\}\}|is_(?:not_)?empty/g, '7'))
      .filter((text) => /[a-z]_[a-z]/.test(text));
    expect(withNames).toEqual([]);
  });
});
