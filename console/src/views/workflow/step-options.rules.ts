import { type Option, withValue } from '../../elements/form/option.rules';
import type { GraphNode } from './graph.rules';

export interface StepOption extends Option {
  isTemplate?: boolean;
  /** The value is the name of a field of the form. */
  isField?: boolean;
  isMore?: boolean;
  isFor?: (config: Config) => boolean;
}

type Config = GraphNode['config'];

const option = (path: string, kind: Option['kind'], label: string, hint = '', more: Partial<StepOption> = {}): StepOption => ({
  path: ['config', ...path.split('.')],
  ...{ kind, label, hint, isOmitted: true },
  ...more,
});
const [TEMPLATE, MORE] = [{ isTemplate: true }, { isMore: true }];
const where = (label: string): StepOption => option('where', 'condition', label);

const hasTemplate = ({ body }: Config): boolean => (body as { mode?: string } | undefined)?.mode === 'template';

const chat = (name: string): StepOption[] => [
  option('url', 'line', 'Address', `that ${name} shows for an incoming webhook, or a secret such as {{ secrets.CHAT_URL }}`),
  option('text', 'area', 'Message', 'Empty: all values, one a line.', TEMPLATE),
];

/** The options of each type of step, in the order of display. */
export const STEP_OPTIONS: Readonly<Record<string, readonly StepOption[]>> = {
  submission_received: [
    option('sources', 'set', 'Submissions', '', {
      choices: { form_submit: 'from websites', hosted_form: 'from its own page', api: 'by the API' },
    }),
  ],
  filter: [where('Goes on if')],
  condition: [where('Asks whether')],
  switch: [
    option('value', 'line', 'Looks at', 'the value that decides', TEMPLATE),
    option('cases', 'cases', 'Cases', 'The first that fits is taken.'),
  ],
  set_fields: [
    option('set', 'pairs', 'Sets', 'a field and its new value for the steps behind', TEMPLATE),
    option('remove', 'lines', 'Leaves out', 'Fields, one a line.', MORE),
    option('mode', 'choice', 'All other fields', '', { ...MORE, choices: { merge: 'stay as they are', replace: 'are left out' } }),
  ],
  map_values: [
    option('field', 'choice', 'Field', '', { isField: true }),
    option('map', 'pairs', 'Values', 'what was sent, and what stands for it'),
    option('default', 'value', 'Any other value', 'Empty: it stays as it is.', MORE),
  ],
  delay: [
    option('seconds', 'duration', 'Waits', 'such as 10 minutes, 2 hours or 3 days'),
    option('until', 'line', 'Or until', 'a date, such as that of a field', { ...TEMPLATE, ...MORE }),
  ],
  stop: [
    option('outcome', 'choice', 'The run ends', '', { choices: { succeeded: 'as done', failed: 'as failed' } }),
    option('message', 'line', 'Note', 'for whoever looks at the run'),
  ],
  database: [],
  webhook: [
    option('url', 'line', 'Address', 'of the program, such as https://crm.example.com/hook'),
    option('body.mode', 'choice', 'What is sent', '', {
      choices: { standard: 'The submission, with its form and times', fields: 'The values alone', template: 'A text of your own' },
    }),
    option('body.template', 'area', 'Text', 'JSON unless you say otherwise: put each placeholder between quotation marks.', {
      ...TEMPLATE,
      isFor: hasTemplate,
    }),
    option('headers', 'pairs', 'Headers', 'Such as Authorization. {{ secrets.NAME }} is a secret that an operator has set.', {
      hasTexts: true,
    }),
    option('method', 'choice', 'Method', '', { ...MORE, choices: { POST: 'POST', PUT: 'PUT', PATCH: 'PATCH' } }),
    option('body.content_type', 'line', 'Media type', 'by default application/json', { ...MORE, isFor: hasTemplate }),
    option('timeout_ms', 'duration', 'Waits for an answer', 'from 1 to 15 seconds', { ...MORE, unitMs: 1 }),
    option('retry_uncertain', 'choice', 'Without an answer', 'nobody knows whether it has arrived', {
      ...MORE,
      choices: { true: 'it is sent again, with the same number', false: 'it is left until you decide' },
    }),
    option('signing', 'choice', 'Signature', 'tells the program that it comes from here', {
      ...MORE,
      choices: { standard_webhooks: 'Each request is signed', none: 'None' },
    }),
  ],
  email: [
    option('to', 'lines', 'To', 'Addresses, one a line.', TEMPLATE),
    option('subject', 'line', 'Subject', '', TEMPLATE),
    option('body_text', 'area', 'Text', 'Empty: all values, one a line.', TEMPLATE),
    option('reply_to', 'line', 'Reply to', 'the address that answers go to', TEMPLATE),
    option('attach_files', 'check', 'With the files', 'up to 10 MiB; larger ones as links', MORE),
    option('for_api_submissions', 'check', 'To visitors of your own server too', 'for what it submits with the token of the form', MORE),
    option('body_html', 'area', 'HTML', 'instead of the text, for programs that show it', { ...TEMPLATE, ...MORE }),
  ],
  slack: chat('Slack'),
  discord: chat('Discord'),
};

export const optionsOf = ({ type, config }: GraphNode): readonly StepOption[] =>
  (STEP_OPTIONS[type] ?? []).filter(({ isFor }) => isFor?.(config) ?? true);

export const optionAt = (type: string | undefined, path: readonly string[]): StepOption | undefined =>
  STEP_OPTIONS[type ?? '']?.find((each) => each.path.every((name, index) => path[index] === name));

export const withOption = (node: GraphNode, { path }: Option, value: unknown): GraphNode =>
  ({ config: {}, ...withValue({ ...node }, path, value) }) as unknown as GraphNode;

/** A step as it is saved, without options that its other settings make meaningless, such as the body of a webhook that sends the values. */
export const finished = (node: GraphNode): GraphNode =>
  (STEP_OPTIONS[node.type] ?? [])
    .filter(({ isFor }) => isFor && !isFor(node.config))
    .reduce((rest, hidden) => withOption(rest, hidden, undefined), node);
