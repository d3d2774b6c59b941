import { typeOf } from '../nodes/node-types.rules';
import type { Definition } from './definition.types';

export type ChannelStatus = 'active' | 'paused' | 'auto_disabled';

/** One destination of a published version, as it is listed for people. */
export interface Channel {
  node_id: string;
  channel_type: string;
  name: string | null;
  status: ChannelStatus;
  /** Where it delivers to, shortened so that it cannot be called or written to. */
  target: string;
}

/** The channels of a published version; a node in `autoDisabled` was switched off after its receiver had failed for days or was gone. */
export function channelsOf({ nodes }: Definition, autoDisabled: ReadonlySet<string> = new Set()): Channel[] {
  const destinations = nodes.filter((node) => typeOf(node).kind === 'destination');
  return destinations.map((node) => {
    const type = typeOf(node);
    const enabled = autoDisabled.has(node.id) ? 'auto_disabled' : 'active';
    return {
      node_id: node.id,
      channel_type: type.type,
      name: node.name ?? null,
      status: node.disabled ? 'paused' : enabled,
      target: type.channel === 'none' ? type.type : type.target(node.config),
    };
  });
}
