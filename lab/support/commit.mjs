import { execFileSync } from 'node:child_process';

/** The commit of a checkout, followed by -dirty when files have been changed since. */
export function commitOf(checkout) {
  const git = (...parameters) => execFileSync('git', ['-C', checkout, ...parameters], { encoding: 'utf8' }).trim();
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') ? '-dirty' : '');
  } catch {
    return 'unknown';
  }
}
