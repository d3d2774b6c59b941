import { MAX_COMPARISONS, MAX_DEPTH } from '../../../src/workflows/conditions/condition.rules';
import { MAX_LIST, MAX_TEXT, OPERATOR_RULES } from '../../../src/workflows/conditions/operators.rules';
import type { Operator } from '../../../src/workflows/conditions/operators.rules';
import { FILE_MEMBERS, STATE_MEMBERS } from '../../../src/workflows/model/run-state.types';
import { RUN_BUDGET, TEMPLATE_BUDGET } from '../../../src/workflows/templates/render-budget';
import { MAX_RENDERED_BYTES } from '../../../src/workflows/templates/bounded-output';
import { MAX_LEVELS } from '../../../src/workflows/templates/template-levels';
import { SAFE_FILTERS, SAFE_TAGS } from '../../../src/workflows/templates/liquid-engine';
import { code, codes, json, list, paragraphs, table } from '../markdown';

/** The paths, conditions and templates of node configs. */
export const expressionsSection = (): string =>
  paragraphs(
    '## Paths',
    'Conditions and templates refer to the state of a run by paths:',
    list([
      '`fields.<name>`: a field of the form, or a field that an earlier node sets, with the changes of the `set_fields` and `map_values` nodes on the path to this node. Fields of the type `file` have no value here; templates read `files`.',
      '`other.<name>`: a value under a name that no field of the form has, from a form that validates. Any name can be referred to, and is missing where nothing was sent under it. In a template, `other["utm.source"]` is a name with other characters than letters, digits, `_` and `-`.',
      ...Object.entries(STATE_MEMBERS).map(([root, members]) => `${codes(members.map((member) => `${root}.${member}`))}.`),
      '`nodes.<id>.output`: the output of an earlier node, and its members.',
      '`all_fields` (templates only): one line for each field, as `label: value` (its name, where it has no label), and for each file, as `label: file name link`, and below them the values that no field has.',
      '`submission.copy` (texts of [mails to visitors](visitors.md#a-copy-of-what-was-sent) only): all that was submitted, where the form allows it.',
      `\`files\` (templates only): the list of the files of the submission, such as \`files[0].url\` or \`{% for file in files %}\`. The members of a file are ${codes(FILE_MEMBERS)}. Links open in the requests of destinations only; in other nodes, in tests and in the steps of runs they are masked.`,
      '`secrets.<NAME>` (templates only): a secret of the account. Only the headers of a webhook and the `url` of a chat node may refer to secrets.',
    ]),
    '## Conditions',
    `A condition is a comparison or a group of conditions: \`all\` or \`any\` with a list of conditions, or \`not\` with one condition. Groups can be nested ${MAX_DEPTH} levels deep, and a condition has at most ${MAX_COMPARISONS} comparisons. A comparison has its operand as \`field\` or as \`path\`, an operator as \`op\` and, for most operators, a fixed \`value\`. When the operator cannot compare operands of the given type, the comparison is false and the step gets a warning. A field of the type \`file\` has no value that can be compared: use \`is_empty\` and \`is_not_empty\`.`,
    json(CONDITION),
    table(['operator', 'value', 'is met when the operand', 'missing or null'], Object.keys(OPERATOR_RULES).map(rowOf)),
    '## Templates',
    `The texts of a config may be [Liquid](https://liquidjs.com) templates, such as \`{{ fields.first_name | strip }}\`. A path without a value renders as an empty text, and the step gets a warning. Values are escaped in \`body_html\`, in Slack messages the characters of mentions and links are escaped, and in Discord messages all of Markdown is: a value is text there, and addresses in it lead where they say. A rendered text can have up to ${MAX_RENDERED_BYTES / 1024} KiB. Templates cannot read files, include other templates or use ranges such as \`(1..5)\`. The values of \`when\` in a \`case\` are fixed texts and numbers. A variable of \`assign\` or \`for\` does not have the name of a root such as \`fields\`. At most ${MAX_LEVELS} tags can be in each other, and at most as many brackets: what is nested more deeply is refused with the code \`invalid_config\`.`,
    `Rendering has a budget of work, which counts tags, filters, characters and list entries in units of about ten nanoseconds: ${TEMPLATE_BUDGET.toLocaleString('en-US')} units for a template, and ${RUN_BUDGET.toLocaleString('en-US')} for all templates and conditions of a run together. The same template with the same values always needs the same units. A node that exceeds a budget fails as \`template_failed\` with a message that names the budget. When a delivery is retried, only its last attempt counts, and a run that continues after a delay or on another worker begins with a new budget.`,
    '### JSON in templates',
    'The template of a webhook makes JSON when its `content_type` is `application/json`, ends with `+json`, or is left out. There each value fills a place of the template, and can neither end a text nor add a member:',
    list([
      'Within quotation marks, texts are escaped: `{"text": "{{ fields.message }}"}`. Lists and objects are the text that they are elsewhere.',
      'Numbers, `true` and `false` are written as they are, with or without quotation marks.',
      'The filter `json` at the end writes any value as JSON, with its own quotation marks, and `null` for what is missing: `{"age": {{ fields.age | json }}, "tags": {{ fields.tags | json }}}`. In these templates only blanks can indent what it writes.',
      'Outside of quotation marks, a text without the filter `json` must be a number, `true`, `false`, `null`, a comma, `[]`, `{}`, or empty.',
      'A submitted text cannot be in the name of a member, and no value can give two members of an object the same name.',
    ]),
    'A body that is no JSON all the same is not sent: its step fails as `invalid_template_output`, with the line and column of the template in its message. Versions of a workflow that were published before values were escaped send what they always did, except that a body which begins like a list or an object and is no JSON fails in the same way.',
    `Tags: ${codes(SAFE_TAGS)}.`,
    `Filters: ${codes(SAFE_FILTERS)}.`,
    'The operator sets secrets on the command line, as with `printf %s "$TOKEN" | npm run --silent cli -- secrets set --name CRM_TOKEN --host crm.example.com`; a new value is used within five seconds. They are stored encrypted, and shown as `***` in steps and tests.',
    'A secret goes only to the hosts that the operator gives with `--host`, once for each; `secrets hosts --name CRM_TOKEN --host crm.example.com` replaces them and leaves the value. Hosts are compared whole, without port, as the URL parser writes them: `CRM.example.com.` is `crm.example.com`, and `api.crm.example.com` is another host. A draft that would send a secret elsewhere is refused as `host_not_allowed`. So is a step whose address turns out to lead elsewhere, before anything is sent and before a name is looked up: whatever a template makes of a secret counts as the secret.',
    'A secret that was set without hosts may go anywhere, as before there were any, and `npm run cli -- doctor` names it. A key for selected forms can publish and test it only where the published version of the form sends the same secret to the same host, and writes any secret as it is (`{{ secrets.NAME }}`), without comparing or changing it, unless the published version does the same.',
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
  const { valueType, meaning, whenMissing } = OPERATOR_RULES[name as Operator];
  return [code(name), VALUE_TYPES[valueType], meaning, whenMissing ? 'true' : 'false'];
}

/** The types of fixed values, short enough for a table. */
const VALUE_TYPES = {
  scalar: `text (up to ${MAX_TEXT} characters), number, true or false`,
  number: 'number',
  text: `text (up to ${MAX_TEXT} characters)`,
  date: 'date, or timestamp with a time zone',
  list: `list of 1 to ${MAX_LIST} texts, numbers, true or false`,
  none: 'none',
} satisfies Record<(typeof OPERATOR_RULES)[Operator]['valueType'], string>;
