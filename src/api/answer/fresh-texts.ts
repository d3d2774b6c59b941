import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../../platform/maps.rules';

/** Keeps each text for a second. Its key contains everything that the text depends on, so that a change shows at once. */
export class FreshTexts<Text extends { bytes: number }> {
  private readonly texts = new LRUCache<string, Text>({
    ttl: MAX_AGE_MS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }, key) => bytes + key.length + OVERHEAD_BYTES,
  });

  get(key: string, make: () => Text): Text {
    return getOrInsert<string, Text>(this.texts, key, make);
  }
}

const MAX_AGE_MS = 1_000;
const MAX_BYTES = 8 * 1024 * 1024;
const OVERHEAD_BYTES = 500;
