import { LRUCache } from 'lru-cache';

/** Makes each text at most once a second. A key names everything that its text depends on, so that a change shows at once. */
export class FreshTexts<Text extends { bytes: number }> {
  private readonly texts = new LRUCache<string, Text>({
    ttl: MAX_AGE_MS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }, key) => bytes + key.length + OVERHEAD_BYTES,
  });

  get(key: string, make: () => Text): Text {
    const known = this.texts.get(key);
    if (known) return known;
    const text = make();
    this.texts.set(key, text);
    return text;
  }
}

const MAX_AGE_MS = 1_000;
const MAX_BYTES = 8 * 1024 * 1024;
const OVERHEAD_BYTES = 500;
