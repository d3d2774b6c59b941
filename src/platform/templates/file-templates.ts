import { Liquid } from 'liquidjs';

export interface FileTemplates {
  render(name: string, view: object): string;
}

/** Templates of HTML pages and mails: every output is escaped for elements and quoted attributes. */
export const htmlTemplates = (directory: string): FileTemplates => templatesOf(directory, { outputEscape: 'escape' });

/** Templates of plain text: outputs are inserted as they are. */
export const textTemplates = (directory: string): FileTemplates => templatesOf(directory, {});

/** Strict, so that a misspelt name in a template fails in its first test instead of leaving a gap in a page. */
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
