import type { BoundedOutput } from './bounded-output';
import { engineFor, parseTemplate, type TemplateMode } from './liquid-engine';
import { MeteredContext, renderSteps } from './metered-context';
import { type NodeWork, TemplateFailure, TemplateWork } from './render-budget';
import { isTooDeep, MAX_LEVELS, TOO_DEEP } from './template-levels';

/** The units of work for parsing a character. Cached templates cost the same, so that the outcome of a run does not depend on the cache. */
const PARSE_UNITS = 30;

/** The limits that an output keeps, and the paths without a value that it tells. */
export type OutputLimits = ConstructorParameters<typeof BoundedOutput>;

/**
 * Renders a template with the variables of a scope. Rejects with a `TemplateFailure` beyond the limits, and where the values do not fit.
 * @param outputFor makes the output; each value goes through the engine of the mode before
 */
export async function renderTemplate<Output extends BoundedOutput>(
  template: string,
  mode: TemplateMode,
  { scope, work: node }: { scope: object; work: NodeWork },
  outputFor: (...limits: OutputLimits) => Output,
): Promise<Output> {
  const engine = engineFor(mode);
  const work = new TemplateWork(node);
  const context = new MeteredContext(scope, engine, work);
  const output = outputFor(context.missing, work);
  try {
    work.spend(template.length * PARSE_UNITS);
    await renderSteps(engine.renderer.renderTemplates(parseTemplate(template, mode), context, output), work);
    output.end();
    return output;
  } catch (error) {
    throw work.failure ?? new TemplateFailure(isTooDeep(error) ? NESTED_TOO_DEEPLY : UNRENDERABLE);
  }
}

/** The error of a template that was published before levels were limited. */
const NESTED_TOO_DEEPLY = `A template is ${TOO_DEEP}: at most ${MAX_LEVELS} tags or brackets may be in each other.`;
const UNRENDERABLE = 'A template could not be rendered with these values.';
