import { parseUrl } from '../../platform/url.rules';
import { isTemplate } from '../templates/reference.rules';

const SEGMENT = 8;

/** Scheme, host and the beginning of the path: enough to recognise a receiver, too little to call it. */
export function shortUrl(url: unknown): string {
  const parsed = typeof url === 'string' && !isTemplate(url) ? parseUrl(url) : null;
  if (!parsed) return '***';
  const { protocol, host, pathname } = parsed;
  const [segment = ''] = pathname.slice(1).split('/');
  const isWhole = pathname === `/${segment}` && segment.length <= SEGMENT;
  return `${protocol}//${host}/${segment.slice(0, SEGMENT)}${isWhole ? '' : '…'}`;
}

/** `s***@example.com`; a template shows nothing. */
export function shortEmail(address: unknown): string {
  if (typeof address !== 'string' || isTemplate(address)) return '***';
  const at = address.lastIndexOf('@');
  return at < 1 ? '***' : `${address.slice(0, 1)}***${address.slice(at)}`;
}
