import { htmlText } from '../templates/output.rules';
import type { AttachedFile } from './node-type.types';
import type { RunFile } from '../model/run-state.types';

/** The limit of all attachments of a mail together. Base64 makes a mail a third larger, and many servers refuse more than 20 MB. */
export const MAX_ATTACHED_BYTES = 10 * 1024 * 1024;

/** The files that fit into a mail, in their order, and those that go as links. */
export function attachmentsOf(files: readonly RunFile[]): { attached: AttachedFile[]; linked: RunFile[] } {
  const attached: AttachedFile[] = [];
  const linked: RunFile[] = [];
  let free = MAX_ATTACHED_BYTES;
  for (const file of files) {
    const { id, filename, content_type, size_bytes } = file;
    if (size_bytes > free) linked.push(file);
    else attached.push({ id, filename, content_type, size_bytes });
    if (size_bytes <= free) free -= size_bytes;
  }
  return { attached, linked };
}

/** A text with the links that it does not have yet. */
export function textWithLinks(text: string, files: readonly RunFile[]): string {
  const lines = files.filter(({ url }) => !text.includes(url)).map(({ filename, url }) => `${filename}: ${url}`);
  return lines.length === 0 ? text : [text, '', TOO_LARGE, ...lines].join('\n');
}

/** HTML with the links that it does not have yet, before the end of its body. */
export function htmlWithLinks(html: string, files: readonly RunFile[]): string {
  const missing = files.filter(({ url }) => !html.includes(url));
  if (missing.length === 0) return html;
  const items = missing.map(({ filename, url }) => `<li><a href="${htmlText(url)}">${htmlText(filename)}</a></li>`);
  return html.replace(END_OF_BODY, (end) => `<p>${TOO_LARGE}</p><ul>${items.join('')}</ul>${end}`);
}

const TOO_LARGE = 'Files that are too large to attach:';
const END_OF_BODY = /<\/body>|$/i;
