import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { CALLS, llmsText } from './llms-text';

const document = JSON.parse(readFileSync(join(__dirname, '../../../openapi.json'), 'utf8')) as OpenAPIObject;
const text = llmsText(document, 'https://forms.example.com/collect/');

describe('llmsText', () => {
  it('has at most 2,000 tokens, by characters and by words', () => {
    expect(text.length / 4).toBeLessThanOrEqual(2000);
    expect(text.split(/\s+/).length * 1.4).toBeLessThanOrEqual(2000);
  });

  it('tells seven calls, each with its address, its scope and an example', () => {
    expect(CALLS).toHaveLength(7);
    for (const id of CALLS)
      expect(text).toMatch(
        new RegExp(`^${id}: .+\\. Needs .+\\.\\n\\n    curl (-X [A-Z]+ )?https://forms\\.example\\.com/collect/\\S+`, 'm'),
      );
    expect(text).toMatch(/^listSubmissions: .*`submissions:read`/m);
  });

  it('sends headers that an operation needs, and no key where none is taken', () => {
    const exampleOf = (id: string) => text.split(`\n${id}: `)[1]!.split(/\n\n(?! )/)[0]!;
    expect(exampleOf('createForm')).toMatch(/Authorization: Bearer .*Idempotency-Key: .*"name":"Contact"/s);
    expect(exampleOf('updateForm')).toMatch(/Authorization: Bearer .*If-Match: .*"status":"enabled"/s);
    expect(exampleOf('submitForm')).toContain('"email":"ada@example.com"');
    expect(exampleOf('submitForm')).not.toContain('Authorization');
  });

  it('is not made of a document that lacks one of the calls', () => {
    const { '/v1/forms/{form}/changes': _, ...paths } = document.paths;
    expect(() => llmsText({ ...document, paths }, 'https://forms.example.com')).toThrow('no operation listChanges');
  });
});
