import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainly } from '../src/messages.rules';

describe('what the service says, in the words of the console', () => {
  it.each([
    ['is required', 'is missing'],
    ['must be after opens_at', 'must be after “Opens”'],
    ['allowed_origins is empty, so every page may submit.', '“Origins” is empty, so every page may submit.'],
    ['page.redirect_url is not used.', '“After sending” is not used.'],
    ['intake.places.topic.v1.5 is not used, since it is gone.', 'The places for “v1.5” are not used, since it is gone.'],
    ['must be as in {{ fields.first_name }}, or `null`', 'must be as in {{ fields.first_name }}, or empty'],
    ['must be a whole number from 0 to 9, or null', 'must be a whole number from 0 to 9, or empty'],
    ['must be some_unknown_member', 'must be some unknown member'],
    ['must be an e-mail address, or a template that renders to one', 'must be an e-mail address, or a placeholder that gives one'],
    ['must refer only to known members of form: id, name', 'has a placeholder that does not exist; of form there are id, name'],
    ['must be a number for this operator', 'must be a number with this comparison'],
  ])('%j is %j', (message, words) => {
    const labels = { opens_at: 'Opens', allowed_origins: 'Origins', redirect_url: 'After sending' };
    expect(plainly(message, labels)).toBe(words);
  });

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
      [...readFileSync(path, 'utf8').matchAll(/['`]((?:must|is required|needs) [^'`]*)['`]/g)].map(([, text]) => text!),
    );
    expect(sentences.length).toBeGreaterThan(50);
    const withNames = sentences
      .map((text) => plainly(text.replace(/\$\{[^}]*\}/g, '7')))
      .filter((text) => /[a-z]_[a-z]/.test(text.replace(/\{\{.*?\}\}/g, '')));
    expect(withNames).toEqual([]);
  });
});
