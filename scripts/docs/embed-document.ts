import type { EmbedScript } from '../../src/intake/pages/embed-script';

/** A document with the address and the integrity of the script in place of those of an earlier one. */
export const withEmbedScript = (document: string, { hash, integrity }: Omit<EmbedScript, 'source'>): string =>
  document.replace(/\/embed\.[0-9a-f]{16}\.js/g, `/embed.${hash}.js`).replace(/(?<=integrity=")sha384-[^"]*/g, integrity);
