import { typeOf } from '../nodes/node-types.rules';
import type { Definition } from '../model/definition.types';

export type ChannelStatus = 'active' | 'paused' | 'auto_disabled';

export interface Channel {
  node_id: string;
  channel_type: string;
  name: string | null;
  status: ChannelStatus;
  /** The address of the destination, shortened so that nothing can be sent to it. */
  target: string;
}

/** The channels of a published version. The nodes in `autoDisabled` were disabled because their receiver failed for days or is gone. */
export function channelsOf({ nodes }: Pick<Definition, 'nodes'>, autoDisabled: ReadonlySet<string> = new Set()): Channel[] {
  const destinations = nodes.filter((node) => typeOf(node).kind === 'destination');
  return destinations.map((node) => {
    const type = typeOf(node);
    return {
      node_id: node.id,
      channel_type: type.type,
      name: node.name ?? null,
      status: node.disabled ? 'paused' : autoDisabled.has(node.id) ? 'auto_disabled' : 'active',
      target: type.channel === 'none' ? type.type : type.target(node.config),
    };
  });
}
