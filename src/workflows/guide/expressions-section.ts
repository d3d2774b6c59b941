import { MAX_COMPARISONS, MAX_DEPTH } from '../conditions/condition.rules';
import { MAX_LIST, MAX_TEXT, OPERATOR_RULES } from '../conditions/operators.rules';
import type { Operator } from '../conditions/operators.rules';
import { STATE_MEMBERS } from '../nodes/run-state.types';
import { MAX_RENDERED_BYTES } from '../templates/template-renderer';
import { SAFE_FILTERS, SAFE_TAGS } from '../templates/liquid-engine';
import { code, codes, json, list, paragraphs, table } from './markdown';

/** Conditions and templates: what they may say, and about what. */
export const expressionsSection = (): string =>
  paragraphs(
    '## Paths',
    'Conditions and templates speak about the run by paths:',
    list([
      '`fields.<name>`: a field of the form, or one that a node before this one sets, with the changes of all `set_fields` and `map_values` nodes on the way here.',
      ...Object.entries(STATE_MEMBERS).map(
        ([root, members]) => `${codes(members.map((member) => `${root}.${member}`))}.`,
      ),
      '`nodes.<id>.output`: what a node before this one came to, and members of that.',
      '`all_fields` (templates only): one line for each field, as `name: value`.',
      '`secrets.<NAME>` (templates only): a secret of the account, in the headers of a webhook and in the address of a chat node, and nowhere else.',
    ]),
    '## Conditions',
    `A condition is a comparison or a group of conditions: \`all\`, \`any\` (lists) or \`not\` (one condition). Groups can be nested ${MAX_DEPTH} deep, and a condition holds at most ${MAX_COMPARISONS} comparisons. A comparison names its operand by \`field\` or by \`path\`, and has an operator \`op\` and, for most operators, a fixed \`value\`. An operand of another type than the operator compares makes the comparison false and leaves a warning in the step.`,
    json(CONDITION),
    table(['operator', 'value', 'holds when the operand', 'missing or null'], Object.keys(OPERATOR_RULES).map(rowOf)),
    '## Templates',
    `Texts of a config may hold [Liquid](https://liquidjs.com) templates, such as \`{{ fields.first_name | strip }}\`. A path without a value renders as nothing and leaves a warning in the step. In \`body_html\` values are escaped, and so are the characters of mentions and links in Slack messages. A text can render to ${MAX_RENDERED_BYTES / 1024} KiB; time and memory are limited too. Templates cannot read files, include others or count up ranges.`,
    `Tags: ${codes(SAFE_TAGS)}.`,
    `Filters: ${codes(SAFE_FILTERS)}.`,
    'Secrets are set by the operator, stored encrypted, and shown as `***` in steps and dry runs.',
  );

const CONDITION = {
  all: [
    { field: 'years', op: 'gte', value: 5 },
    {
      any: [
        { field: 'languages', op: 'contains', value: 'Dutch' },
        { field: 'city', op: 'in', value: ['Ghent', 'Lier'] },
      ],
    },
    { not: { path: 'submission.source', op: 'eq', value: 'api' } },
  ],
};

function rowOf(name: string): string[] {
  const { takes, meaning, whenMissing } = OPERATOR_RULES[name as Operator];
  return [code(name), VALUES[takes], meaning, whenMissing ? 'true' : 'false'];
}

/** In the words of a table; the check of a config has the whole sentence. */
const VALUES = {
  scalar: `text (up to ${MAX_TEXT} characters), number, true or false`,
  number: 'number',
  text: `text (up to ${MAX_TEXT} characters)`,
  date: 'date, or timestamp with zone',
  list: `list of 1 to ${MAX_LIST} texts, numbers, true or false`,
  none: 'none',
} satisfies Record<(typeof OPERATOR_RULES)[Operator]['takes'], string>;
