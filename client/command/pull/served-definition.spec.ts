import type { ServiceForm } from '../service/service-form.js';
import { definitionOfService, withSections } from './served-definition.js';

const form = (settings: object, workflow: object | null = null) =>
  ({ content: { name: 'Contact', fields: [], settings }, workflow }) as unknown as ServiceForm;

const flow = (isDirty: boolean, version: number | null) => ({
  state: { draft: { is_dirty: isDirty }, published: version === null ? null : { version } },
});

describe('the definition of a form of a service', () => {
  it('has no settings that the package does not know, which are named', () => {
    const { definition, notes } = definitionOfService(form({ page: { title: 'A', glow: 1 }, spam: { traps: 2 } }));
    expect(withSections(definition, null)).toEqual({ name: 'Contact', fields: [], settings: { page: { title: 'A' } } });
    expect(notes).toEqual([expect.stringMatching(/^settings page glow is not written/), expect.stringMatching(/^settings spam traps /)]);
  });

  it('has the sections that the file has, also without members', () => {
    const { definition } = definitionOfService(form({ page: {}, spam: {}, intake: { max_submissions: 1 } }));
    expect(withSections(definition, ['page']).settings).toEqual({ page: {}, intake: { max_submissions: 1 } });
    expect(withSections(definitionOfService(form({ page: {} })).definition, null)).not.toHaveProperty('settings');
    expect(withSections(definitionOfService(form({ page: {} })).definition, [])).toHaveProperty('settings', {});
  });

  it('is published only where the draft is', () => {
    const publishOf = (isDirty: boolean, version: number | null) => definitionOfService(form({}, flow(isDirty, version)));
    expect(publishOf(false, 1)).toMatchObject({ definition: { publish: true }, notes: [] });
    expect(publishOf(true, 1).definition).not.toHaveProperty('publish');
    expect(publishOf(true, 1).notes).toEqual([expect.stringContaining('published version 1')]);
    expect(publishOf(true, null)).toEqual({ definition: expect.not.objectContaining({ publish: true }), notes: [] });
  });
});
