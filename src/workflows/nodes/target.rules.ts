import { parseUrl } from '../../platform/text/text.rules';
import { isTemplate } from '../templates/reference.rules';

const SEGMENT = 8;

/** Scheme, host and the beginning of the path: enough to recognise a destination, too little to send anything to it. */
export function shortUrl(url: unknown): string {
  const parsed = typeof url === 'string' && !isTemplate(url) ? parseUrl(url) : null;
  if (!parsed) return '***';
  const { protocol, host, pathname } = parsed;
  const [segment = ''] = pathname.slice(1).split('/');
  const isWhole = pathname === `/${segment}` && segment.length <= SEGMENT;
  return `${protocol}//${host}/${segment.slice(0, SEGMENT)}${isWhole ? '' : '…'}`;
}

/** The shortened address, such as `s***@example.com`; only `***` for a template. */
export function shortEmail(address: unknown): string {
  if (typeof address !== 'string' || isTemplate(address)) return '***';
  const at = address.lastIndexOf('@');
  return at < 1 ? '***' : `${address.slice(0, 1)}***${address.slice(at)}`;
}
