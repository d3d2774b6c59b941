import type { Outcome } from './submission.types';

const listening = new Map<string, BroadcastChannel>();

/**
 * Waits for the tab that sends a submission of this one. A channel is open only meanwhile, since it may keep a page out
 * of the cache for Back.
 */
export function hearFromOtherTabs(key: string, hear: (outcome: Outcome) => void): void {
  const channel = channelOf(key);
  if (!channel) return;
  listening.set(key, channel);
  channel.onmessage = ({ data }: MessageEvent<Outcome>) => {
    stopListening(key);
    hear(data);
  };
}

/** Tells the tab in which a visitor has sent a submission what came of it. */
export function tellOtherTabs(key: string, outcome: Outcome): void {
  stopListening(key);
  const channel = channelOf(key);
  channel?.postMessage(outcome);
  channel?.close();
}

function stopListening(key: string): void {
  listening.get(key)?.close();
  listening.delete(key);
}

/** Undefined where the browser knows no channels or allows none. */
function channelOf(key: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(`form-submission:${key}`);
  } catch {
    return undefined;
  }
}
