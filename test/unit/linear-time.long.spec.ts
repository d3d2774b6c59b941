import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { HOSTILE_TEXTS } from '../support/hostile-texts';
import { aRunState } from '../support/run-state';
import { expectLinear, type Work } from '../support/linear-work';
import { someWork } from '../support/render-work';
import { mediaTypeOf } from '../../src/api/body/body-reader';
import { makeStorable } from '../../src/api/body/json-text.rules';
import { parseJson } from '../../src/api/body/parse-json';
import { codingFor } from '../../src/api/answer/content-coding.rules';
import { ifMatchError, ifNoneMatchHits } from '../../src/api/operation/etag.rules';
import { clientNetworkOf, networkOf } from '../../src/api/rate-limit/network.rules';
import { instantOf } from '../../src/api/validation/period.rules';
import { parseIsoTimestamp, parseTimestamp } from '../../src/api/validation/date.rules';
import { escaped, unescaped } from '../../src/exports/csv-ndjson.rules';
import { cellOf, shownText } from '../../src/exports/xlsx-cells.rules';
import { UNIVERSAL } from '../../src/exports/local-time.rules';
import { canonicalText, coerceTexts } from '../../src/fields/values/coercion.rules';
import { isJsonDocument, parseUrlencoded } from '../../src/fields/values/form-encoding.rules';
import { compileSubmissionRules } from '../../src/fields/values/submission.rules';
import { shownName } from '../../src/fields/values/submitted-fields.rules';
import { attachmentDisposition, extensionOf, keptFileName } from '../../src/files/file-name.rules';
import { markupTypeOf } from '../../src/files/text-content';
import { normalizedOptions, optionKey } from '../../src/forms/definition/field-options.rules';
import { FIELD_TYPES, type FieldDefinition, PRESET_VALUES } from '../../src/forms/definition/field.types';
import { compileOrigins, normalizeOrigin, redirectTarget } from '../../src/forms/origin.rules';
import { optionsIn } from '../../src/intake/imports/csv/cells';
import { csvRows, inspectCsv } from '../../src/intake/imports/csv/csv-rows';
import type { FileRow, ImportOptions } from '../../src/intake/imports/import.types';
import { RowChecker } from '../../src/intake/imports/import-rows';
import { ndjsonRows } from '../../src/intake/imports/ndjson-rows';
import { timeReader } from '../../src/intake/imports/dates/imported-time.rules';
import { PartCounter, RecentBytes } from '../../src/intake/multipart/multipart-parts';
import { autocompletePurpose, isMultiline } from '../../src/intake/pages/field-hints.rules';
import { pageLanguage } from '../../src/intake/pages/form-page.rules';
import { countLinks } from '../../src/intake/spam/checks.rules';
import { credentialOf } from '../../src/intake/submission-tokens';
import { compileForm } from '../../src/intake/compiled-form';
import { parseNetwork } from '../../src/platform/ip.rules';
import { mailAddressOf } from '../../src/platform/mail/mail-address.rules';
import { partsOfStopToken } from '../../src/visitor-mails/stop-link.rules';
import { countedAddressOf } from '../../src/visitor-mails/visitor-address.rules';
import { retryAfterSeconds } from '../../src/platform/outbound/delivery-outcome.rules';
import { shownExcerpt } from '../../src/platform/outbound/response-excerpt.rules';
import { withoutBlankEnds } from '../../src/platform/text/invisible.rules';
import { withAsciiDigits } from '../../src/platform/text/digits.rules';
import { normalizedTo } from '../../src/platform/text/normalization.rules';
import { durationSeconds, parseList } from '../../src/platform/text/text-parsers.rules';
import { isZone } from '../../src/platform/time-zone.rules';
import { searchConditions } from '../../src/submissions/lists/search.sql';
import { indexedTextOf, indexPatternsOf } from '../../src/submissions/lists/search-text.rules';
import { conditionErrors } from '../../src/workflows/conditions/condition.rules';
import { evaluate } from '../../src/workflows/conditions/evaluate.rules';
import type { Operator } from '../../src/workflows/conditions/operators.rules';
import type { NodeContext } from '../../src/workflows/model/publish-error.types';
import { headerErrors, otherNamesIn, secretNamesIn, templateErrors } from '../../src/workflows/templates/reference.rules';
import { TemplateRenderer } from '../../src/workflows/templates/template-renderer';
import { SAFE_FILTERS } from '../../src/workflows/templates/liquid-engine';

const aField = (name: string, members: Partial<FieldDefinition> = {}): FieldDefinition => ({
  ...{ name, type: 'string', label: null, required: false, options: null, validation: null },
  ...members,
});
const LONG_OPTION = `${'a;'.repeat(120)}b`;
const FIELDS = [
  ...FIELD_TYPES.map((type) => aField(type, { type })),
  ...PRESET_VALUES.map((preset) => aField(`p_${preset}`, { validation: preset })),
  aField('options', { options: ['a', LONG_OPTION] }),
  aField('list', { type: 'array', options: ['a', LONG_OPTION, LONG_OPTION.replaceAll(';', ',')] }),
];
const RULES = compileSubmissionRules(FIELDS, true);
const FORM = compileForm({
  ...{
    formId: 'f',
    accountId: 'a',
    revision: 1,
    name: 'Contact',
    isEnabled: true,
    accountTimeZone: null,
    tokenDigest: Buffer.alloc(32),
    retiredTokens: [],
  },
  ...{ allowedOrigins: [], settings: {}, validateFields: true, fields: FIELDS },
});
const IMPORT: ImportOptions = {
  ...{ type: 'text/csv', columns: new Map(), unknown: 'keep', charset: 'utf-8', escape: 'spreadsheet', times: { isDayFirst: true } },
  ...{ isValidated: true, isRead: false, isDryRun: true, keepsOld: true },
};
const ORIGINS = compileOrigins(['https://a.example', 'https://*.example.com', 'capacitor://localhost', 'null']);
const CONTEXT: NodeContext = {
  ...{ fieldNames: new Set(['a']), fileFieldNames: new Set(), secretNames: new Set(['A']), upstreamIds: new Set() },
  blockedUrlReason: () => null,
};
const NOW = new Date('2026-11-20T00:00:00Z');
const readTime = timeReader({ timeZone: 'Europe/Berlin', isDayFirst: true });

async function importCsv(text: string): Promise<void> {
  const { style } = await inspectCsv(partsOf(text), IMPORT, FORM);
  await checkRows(csvRows(partsOf(text), IMPORT, style));
}

const importNdjson = (text: string): Promise<void> => checkRows(ndjsonRows(partsOf(text)));

/** The first of them, each of which takes the time that its own length takes. */
async function checkRows(rows: AsyncIterable<FileRow>): Promise<void> {
  const checker = new RowChecker(IMPORT);
  let left = 100;
  for await (const { read } of rows) {
    const sent = left > 0 ? read(FORM) : [];
    if (!Array.isArray(sent)) checker.check(sent, FORM, NOW);
    left -= 1;
  }
}

/** As the content of a file arrives. */
async function* partsOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536);
}

const limits = { fields: 200, files: 210, parts: 211, fieldSize: 1024 * 1024 };

/** With what the service finds of the same bytes beside the parser. */
async function readMultipart(body: string, boundary = 'b'): Promise<void> {
  const recent = new RecentBytes(boundary, 1024 * 1024);
  const counter = new PartCounter(boundary);
  const parser = busboy({ headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` }, limits, defParamCharset: 'utf8' });
  parser.on('field', (_, text) => text?.includes('\ufffd') && recent.takePart(text));
  parser.on('file', (_, content, { filename }) => void (keptFileName(filename ?? ''), content.resume()));
  async function* chunks() {
    for await (const part of partsOf(body)) {
      const chunk = Buffer.from(part);
      recent.push(chunk);
      counter.push(chunk);
      yield chunk;
    }
  }
  await pipeline(Readable.from(chunks()), parser);
}

const partOf = (head: string, content = ''): string => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n--b--\r\n`;
const short =
  (work: Work): Work =>
  (text) =>
    work(text.slice(0, 65_536)); // no longer value is let through

const READERS: Readonly<Record<string, Readonly<Record<string, Work>>>> = {
  names: {
    'of files': (text) => [keptFileName(text), keptFileName(`${text}.pdf`), attachmentDisposition(keptFileName(text)), extensionOf(text)],
    'of fields': (text) => [shownName(text), autocompletePurpose({ type: 'string', preset: null, name: text })],
    labels: (text) => isMultiline({ name: 'a', label: text, options: null, preset: null } as Parameters<typeof isMultiline>[0]),
  },
  texts: {
    'canonical ones': (text) => [canonicalText(text), canonicalText(`a@${text}`, 'email')],
    'in forms of Unicode': (text) => (['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) => normalizedTo(form, text)),
    'without blanks': withoutBlankEnds,
    options: (text) => [optionKey(text), normalizedOptions([text])],
    'joined options': short((text) => FIELDS.map((field) => optionsIn(text, field))),
    links: countLinks,
    'of lists': (text) => [parseList(text, durationSeconds), durationSeconds(text)],
    'cells of tables': (text) => [
      escaped(text),
      unescaped(text),
      shownText([text]),
      cellOf('A1', text, { isDate: true, width: 20 }, UNIVERSAL),
    ],
    markup: (text) => markupTypeOf(Buffer.from(text)),
  },
  values: {
    'of JSON': (text) => RULES.validate({ encoding: 'json', values: Object.fromEntries(FIELDS.map(({ name }) => [name, text])) }),
    'of forms': (text) => FIELD_TYPES.map((type) => coerceTexts(type, [text])),
    lists: short((text) => RULES.validate({ encoding: 'json', values: { list: [...text.slice(0, 16_384)], array: text.split('a') } })),
    'as names': (text) => RULES.validate({ encoding: 'json', values: { [text]: text } }),
  },
  bodies: {
    urlencoded: (text) => [parseUrlencoded(text), parseUrlencoded(`a=${text}`)],
    jsonDocument: (text) => [isJsonDocument(text), isJsonDocument(`{${text}}`), isJsonDocument(`%7b${text}`)],
    digits: (text) => [withAsciiDigits(text)],
    json: (text) => parseJson(Buffer.from(text)),
    'json with a text': (text) => makeStorable(parseJson(Buffer.from(JSON.stringify({ [text]: [text] })))),
    'json with a value': (text) => makeStorable(parseJson(Buffer.from(`{"a":[${text}`))),
  },
  headers: {
    'of types': mediaTypeOf,
    'of type with a parameter': (text) => mediaTypeOf(`text/csv; a=${text}`),
    'of tags': (text) => [ifMatchError(text, '"f-1"'), ifNoneMatchHits(text, '"f-1"')],
    'of codings and languages': (text) => [codingFor(text, ['br', 'gzip']), pageLanguage('auto', text)],
    'of tokens': (text) => credentialOf(['Authorization', `Bearer ${text}`, 'Authorization', text]),
    'of delays': (text) => retryAfterSeconds(text, 0),
    origins: (text) => [
      ORIGINS.allows(text),
      ORIGINS.allows(`https://${text}`),
      ORIGINS.allowsRedirect(`https://${text}`),
      redirectTarget(text),
    ],
  },
  multipart: {
    contents: (text) => readMultipart(partOf('name="a"', text)),
    'contents beside a text that is sought': (text) =>
      readMultipart(`--b\r\nContent-Disposition: form-data; name=a\r\n\r\n${text}\r\n` + partOf('name=a', `${text.slice(1)}\ufffd`)),
    'names of fields': (text) => readMultipart(partOf(`name="${text}"`)),
    'names of files': (text) => readMultipart(partOf(`name="a"; filename="${text}"`, 'a')),
    'names of files in another writing': (text) => readMultipart(partOf(`name="a"; filename*=utf-8''${text}`, 'a')),
    heads: (text) => readMultipart(partOf(`name="a"\r\n${text}: ${text}`)),
    bodies: (text) => readMultipart(text),
    boundaries: (text) => readMultipart(`${text}--${text.slice(0, 8_192)}\r\n${text}`, text.slice(0, 8_192)),
  },
  imports: {
    csv: importCsv,
    'csv with a header': (text) => importCsv(`string\n${text}\n`),
    'csv with a quoted value of each field': short((text) => importCsv(`list,options,received_at\n"${text}","${text}","${text}"\n`)),
    'csv with a column': (text) => importCsv(`string,${text}\na\n`),
    ndjson: importNdjson,
    'ndjson with a value of each field': short((text) => importNdjson(`{"fields":{"list":["a"],"string":${JSON.stringify(text)}}}\n`)),
    'ndjson with a name': (text) => importNdjson(`{"fields":{"string":"a",${JSON.stringify(text)}:1}}\n`),
  },
  times: {
    'of files': readTime,
    'with a beginning': (text) => readTime(`11/20/2026 ${text}`),
    timestamps: (text) => [
      parseTimestamp(text),
      parseIsoTimestamp(text),
      parseIsoTimestamp(`2026-11-20T00:00:00.${text}`),
      instantOf(text, parseTimestamp),
    ],
    zones: isZone,
  },
  addresses: {
    'of mail': (text) => [mailAddressOf(text), mailAddressOf(`a@${text}`), mailAddressOf(`${text}@a.example`)],
    'of visitors': (text) => [countedAddressOf(text), countedAddressOf(`a@${text}`), partsOfStopToken(text)],
    'of origins': (text) => [normalizeOrigin(text), normalizeOrigin(`https://${text}`), normalizeOrigin(`app://${text}`)],
    'of networks': (text) => [
      networkOf(text),
      clientNetworkOf(text),
      clientNetworkOf(`[${text}]:1`),
      parseNetwork(text),
      parseNetwork(`${text}/8`),
    ],
  },
  templates: {
    'that are checked': (text) => [templateErrors(text, 'a', CONTEXT), headerErrors(`{{ ${text} }}`, 'a', CONTEXT)],
    'with a tag': (text) => templateErrors(`{% if a${text} %}{% endif %}`, 'a', CONTEXT),
    'with names': short((text) => [secretNamesIn(`{{ secrets.${text} }}`), otherNamesIn(`{{ other.${text} }}`)]),
    'that are rendered': (text) => new TemplateRenderer(aRunState({ a: 'b' }), someWork()).renderText(text),
    'that make JSON': (text) => new TemplateRenderer(aRunState({ a: 'b' }), someWork()).renderJson(`{"a": "${text}"}`),
    'with values': short(async (text) => {
      for (const filter of SAFE_FILTERS) {
        const template = `{{ fields.a | ${filter}: "a", "b" }}`;
        await new TemplateRenderer(aRunState({ a: text }), someWork()).renderHtml(template).catch(() => null);
      }
    }),
    'with answers': (text) => shownExcerpt({ text, isCut: true }, []),
  },
  conditions: {
    'that are checked': (text) =>
      conditionErrors(
        {
          all: [
            { path: text, op: 'eq', value: text },
            { field: text, op: text },
          ],
        },
        'a',
        CONTEXT,
      ),
    'with values': async (text) => {
      for (const op of ['eq', 'in', 'contains', 'starts_with', 'ends_with', 'before', 'gt'] satisfies Operator[]) {
        const value = op === 'in' ? [text.slice(0, 500)] : text.slice(0, 500);
        await evaluate({ field: 'a', op, value }, aRunState({ a: text }), [], async () => undefined);
      }
    },
  },
  searches: {
    'of submissions': (text) => searchConditions({ search: text.slice(0, text.length / 16) }, () => '$1'), // many times what is let through
    'the index of submissions': (text) => indexedTextOf(JSON.stringify({ [text]: text })),
    'words for the index': (text) => indexPatternsOf(text.slice(0, text.length / 16)),
  },
};

it('time that grows with the length of a text is told from time that grows with the square of it', async () => {
  const trimmed: Work = (text) => text.slice(0, text.length / 8).replace(/[\s.]+$/u, '');
  const dots = (length: number): string => `${'.'.repeat(length / 8 - 1)}x`.padEnd(length);
  await expect(expectLinear(trimmed, dots)).rejects.toThrow();
  await expectLinear(
    (text) => text.trimEnd(),
    (length) => `${' '.repeat(length - 1)}x`,
  );
});

describe.each(Object.entries(READERS))('reading %s', (_, readers) => {
  it.each(Object.entries(readers))(
    'takes time that grows with the length of the text, whatever it repeats: %s',
    async (__, work) => {
      for (const textOf of HOSTILE_TEXTS) await expectLinear(work, textOf);
    },
    300_000, // also where others have the processor
  );
});
