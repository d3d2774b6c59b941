import { Liquid } from 'liquidjs';

export interface FileTemplates {
  render(name: string, view: object): string;
}

/** Templates of HTML pages and mails, whose outputs are escaped for elements and quoted attributes. */
export const htmlTemplates = (directory: string): FileTemplates => templatesOf(directory, { outputEscape: 'escape' });

export const textTemplates = (directory: string): FileTemplates => templatesOf(directory, {});

/** Strict templates: a misspelt name fails in the first test instead of leaving a gap in a page. */
function templatesOf(directory: string, escaping: { outputEscape?: 'escape' }): FileTemplates {
  const engine = new Liquid({
    root: directory,
    extname: '.liquid',
    cache: true,
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: true,
    jsTruthy: true,
    ...escaping,
  });
  return { render: (name, view) => engine.renderFileSync(name, view) as string };
}
