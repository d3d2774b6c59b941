import type { WorkflowVersionEntity } from '../workflow.entity';
import { hardSamples } from './hard-samples.rules';
import { brokenTemplates } from './json-templates';
import type { SampledField } from './sample.rules';

/** What is known of a version without reading more of it. */
export type CheckedVersion = Pick<WorkflowVersionEntity, 'version' | 'definition' | 'escapesJson'>;

/** A sentence for each webhook of an older version whose template does not always give JSON. */
export async function olderTemplateWarnings(
  { version, definition, escapesJson }: CheckedVersion,
  fields: readonly Pick<SampledField, 'name' | 'type'>[],
): Promise<string[]> {
  if (escapesJson) return [];
  const broken = await brokenTemplates(definition, hardSamples(fields, true, []), false);
  return broken.map(
    ({ node, message }) => `Version ${version} does not escape the values in the body of ${node.name ?? node.id}. ${message} ${REMEDY}`,
  );
}

const REMEDY = 'Test the draft and publish it: from then on they are escaped.';
