/**
 * A sentence of the service as the console says it: without the types of JSON and the names that programs use. `labels` has the words for
 * names of members, which else become words by themselves.
 */
export function plainly(message: string, labels: Readonly<Record<string, string>> = {}): string {
  const [pattern, words] = SENTENCES.find(([known]) => known.test(message)) ?? [];
  const text = (pattern ? message.replace(pattern, words!) : message).replaceAll('`', '');
  const named = (name: string) => {
    const last = name.split('.').at(-1)!;
    const label = labels[name] ?? labels[last];
    return label ? `“${label}”` : last.replaceAll('_', ' ');
  };
  return text.replace(PLACEHOLDERS_OR_NAMES, (part) => (part.startsWith('{') ? part : named(part)));
}

/** Paths of members and names of several words, but not what one types between braces. */
const PLACEHOLDERS_OR_NAMES =
  /\{\{.*?\}\}|\b(?:page|intake|spam|notifications|retention)\.[a-z_]+(?:\.[a-z_]+)*|\b[a-z]+(?:\.[a-z]+)*(?:_[a-z]+)+(?:\.[a-z_]+)*/g;

const SENTENCES: readonly [RegExp, string][] = [
  [/^intake\.places\.(\w+)\.(.+) is not used,/, 'The places for “$2” are not used,'],
  [/^spam\.siteverify /, 'The check by a provider '],
  [/^is required$/, 'is missing'],
  [/^must be a list of 1 to (\d+) entries$/, 'must have an entry, and at most $1'],
  [/^must be a list of \w+$/, 'must have one entry a line'],
  [
    /^must have an origin that an entry of allowed_origins other than \* admits$/,
    'must begin with one of the origins of the form, so add its origin there first',
  ],
  [/^must be the name of a field of type string$/, 'must be a field for texts'],
  [/^must be the name of a field of type string or number$/, 'must be a field for texts or numbers'],
  [/^must be a valid Liquid template, without (filter|tag)s other than .*(?= \()/, 'uses a $1 that does not exist'],
  [/^must be a valid Liquid template/, 'has a mistake between its braces: it must be as in {{ fields.name }}'],
  [
    /^must refer only to fields of the form, or to fields that an earlier node sets/,
    'names a field that the form does not have, and that no earlier step sets',
  ],
  [/^must be an e-mail address, or a template that renders to one$/, 'must be an e-mail address, or a placeholder that gives one'],
  [/^must be a date \(YYYY-MM-DD\), .*$/, 'must be a date such as 2026-12-24, a time with its zone, or a placeholder that gives one'],
  [/, without templates$/, ', without placeholders'],
  [/^must have either seconds or until$/, 'needs a time to wait, or a date to wait for'],
  [/^must not refer to secrets, .*$/, 'must not use secrets, which may stand in the headers of a webhook and in the address of a chat'],
  [/^must refer only to secrets of the account, .*$/, 'names a secret that the account does not have: its operator sets it'],
  [
    /^must refer only to secrets that the operator allows .*$/,
    'names a secret that must not be sent to this address: its operator says where',
  ],
  [
    /^must refer only to secrets with allowed hosts, .*$/,
    'names a secret of which the operator has not said where it may be sent, and a key for some forms may not say it',
  ],
  [/^must only write secrets as they are, .*$/, 'does more with a secret than {{ secrets.NAME }}, which a key for some forms may not do'],
  [/^must refer only to known members of (\w+): (.*)$/, 'has a placeholder that does not exist; of $1 there are $2'],
  [
    /^must refer only to known members of fields, .*(?= \(|$)/,
    'has a placeholder that does not exist; one of a field is as {{ fields.name }}',
  ],
  [/^must refer to the outputs of earlier nodes only, .*$/, 'has a placeholder of a step that does not come before this one'],
  [/^must be absent for this operator$/, 'must be empty with this comparison'],
  [/ for this operator$/, ' with this comparison'],
  [/of type string or number/, 'for texts or numbers'],
  [/of type string/, 'for texts'],
  [/^must be nested/, 'may be nested'],
  [/, or `?null`?$/, ', or empty'],
  [/^must be unique/, 'is there already; it must be unique'],
  [/^must not be null while level is not off$/, 'is needed while the check is on'],
  [/^must be (?:one of|either) eq,.*$/, 'needs a comparison'],
  [/^must have either field or path.*$/, 'needs a field'],
];
