import type { Field } from 'form-collection-client';

type SnippetField = Pick<Field, 'name' | 'label' | 'type' | 'required' | 'options' | 'validation'>;

const INPUT_TYPES: Readonly<Record<SnippetField['type'], string>> = {
  ...{ string: 'text', array: 'text', number: 'number', date: 'date', boolean: 'checkbox', file: 'file' },
};
const PRESETS = new Set(['email', 'url', 'tel']);

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The HTML of a form for the owner's page. The script of the service sends it. */
export function snippetOf(endpoint: string, fields: readonly SnippetField[]): string {
  const script = new URL('../../../../embed.js', endpoint).href;
  return [
    POLICY,
    '<form method="post" enctype="multipart/form-data"',
    `  action="${endpoint}"`,
    `  data-form-endpoint="${endpoint}">`,
    ...fields.flatMap(linesOf),
    '  <input name="_gotcha" hidden>',
    '  <button>Send</button>',
    '</form>',
    `<script src="${script}" defer></script>`,
  ].join('\n');
}

const POLICY =
  '<!-- The page needs the Referrer-Policy strict-origin-when-cross-origin, the default: no-referrer and same-origin hide its origin. -->';

/** Each choice of a list has a check box, since few visitors know how to choose several entries of a select. */
function linesOf(field: SnippetField): string[] {
  const { name, type, options } = field;
  const label = escaped(field.label ?? name);
  if (type !== 'array' || !Array.isArray(options)) return [`  <label>${label} ${control(field)}</label>`];
  const boxes = options
    .map(escaped)
    .map((option) => `    <label><input name="${name}" type="checkbox" value="${option}"> ${option}</label>`);
  return ['  <fieldset>', `    <legend>${label}</legend>`, ...boxes, '  </fieldset>'];
}

function control({ name, type, required, options, validation }: SnippetField): string {
  const attributes = `name="${name}"${required ? ' required' : ''}`;
  if (Array.isArray(options) && type === 'string') {
    const choices = options.map((option) => `<option>${escaped(option)}</option>`).join('');
    return `<select ${attributes}><option></option>${choices}</select>`;
  }
  const { multiline, accept, max_files: most } = (Array.isArray(options) ? {} : (options ?? {})) as Options;
  if (type === 'string' && multiline) return `<textarea ${attributes}></textarea>`;
  const preset = validation?.preset ?? '';
  const kind = PRESETS.has(preset) && INPUT_TYPES[type] === 'text' ? preset : INPUT_TYPES[type];
  const files = `${Array.isArray(accept) ? ` accept="${escaped(accept.join(','))}"` : ''}${most === 1 ? '' : ' multiple'}`;
  const step = type === 'number' && preset !== 'integer' ? ' step="any"' : ''; // without it browsers accept whole numbers only
  return `<input ${attributes} type="${kind}"${type === 'boolean' ? ' value="true"' : ''}${step}${type === 'file' ? files : ''}>`;
}

interface Options {
  multiline?: boolean;
  accept?: string[];
  max_files?: number;
}
