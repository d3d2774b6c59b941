import { type Template, toValueSync, type Token, TypeGuards, Value } from 'liquidjs';

/** The segments of a path such as `nodes.crm.output.status`; null for a segment that is known only at run time, as in `fields[x]`. */
export type Path = (string | number | null)[];

/** A path in a template, and the offset at which it begins. */
export interface Variable {
  path: Path;
  begin: number;
}

export interface Variables {
  /** The variables that are not local, grouped by their first segment in the order of the text. */
  globals: Variable[];
  /** The names of local variables that the template assigns or uses. */
  locals: Set<string>;
}

/** Replaces the analysis of LiquidJS, whose time grows with the square of the number of variables. */
export function variablesOf(templates: Iterable<Template>): Variables {
  const analysis = new Analysis();
  for (const template of templates) analysis.visit(template);
  return { globals: [...analysis.globals.values()].flat(), locals: analysis.locals };
}

class Analysis {
  readonly globals = new Map<string, Variable[]>();
  readonly locals = new Set<string>();
  /** The names of the variables that were assigned before, then those of the enclosing blocks. */
  private readonly scopes: Set<string>[] = [new Set()];

  visit(template: Template): void {
    for (const argument of template.arguments?.() ?? []) this.addAll(accessesIn(argument));
    for (const { content } of template.localScope?.() ?? []) {
      this.scopes[0]!.add(content);
      this.locals.add(content);
    }
    if (!template.children) return;
    this.scopes.push(new Set(template.blockScope?.()));
    for (const child of toValueSync<Template[]>(template.children(false, true))) this.visit(child);
    this.scopes.pop();
  }

  private addAll(accesses: Iterable<Access>): void {
    for (const access of accesses) {
      const { segments, within } = segmentsOf(access);
      const [root] = segments;
      if (typeof root === 'string' && this.scopes.some((names) => names.has(root))) this.locals.add(root);
      else if (typeof root === 'string') this.addGlobal(root, { path: segments, begin: access.begin });
      this.addAll(within);
    }
  }

  private addGlobal(root: string, variable: Variable): void {
    const known = this.globals.get(root);
    if (known) known.push(variable);
    else this.globals.set(root, [variable]);
  }
}

type Access = Token & { props: readonly Token[] };

/** The paths in an argument of a tag or an output, and in those of its filters. */
function* accessesIn(argument: unknown): Generator<Access> {
  if (argument instanceof Value || TypeGuards.isFilteredValueToken(argument)) {
    for (const token of argument.initial.postfix) yield* accessesIn(token);
    for (const filter of argument.filters) {
      for (const each of filter.args) yield* accessesIn(Array.isArray(each) ? each[1] : each);
    }
  } else if (TypeGuards.isRangeToken(argument)) {
    yield* accessesIn(argument.lhs);
    yield* accessesIn(argument.rhs);
  } else if (TypeGuards.isPropertyAccessToken(argument)) yield argument;
}

/** A path that begins with another path, such as `[fields.name].x`, continues it. A path within brackets is a separate one. */
function segmentsOf({ props: [root, ...props] }: Access): { segments: Path; within: Access[] } {
  const first = TypeGuards.isPropertyAccessToken(root) ? segmentsOf(root) : { segments: contentOf(root), within: [] };
  const segments = [...first.segments];
  const within = [...first.within];
  for (const prop of props) {
    segments.push(...(TypeGuards.isPropertyAccessToken(prop) ? [null] : contentOf(prop)));
    if (TypeGuards.isPropertyAccessToken(prop)) within.push(prop);
  }
  return { segments, within };
}

const contentOf = (token: Token | undefined): Path =>
  TypeGuards.isQuotedToken(token) || TypeGuards.isNumberToken(token) || TypeGuards.isWordToken(token) ? [token.content] : [];
