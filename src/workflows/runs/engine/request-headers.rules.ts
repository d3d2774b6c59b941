import type { WorkflowNode } from '../../model/definition.types';
import type { HttpRequest, RenderedRequest, SendingType } from '../../nodes/node-type.types';
import { typeOf } from '../../nodes/node-types.rules';

/** The identity of a message, which is the same for each attempt, and the time of this attempt. */
export interface MessageIdentity {
  id: string;
  sentAt: Date;
}

type Headers = Record<string, string>;

/** The headers of a request on the wire: those of its node, which may set its own user agent, and the signature. */
export function wireHeaders({ headers }: HttpRequest, signature: Headers): Headers {
  const hasUserAgent = Object.keys(headers).some((name) => name.toLowerCase() === 'user-agent');
  return { ...(!hasUserAgent && { 'user-agent': 'form-collection-service' }), ...headers, ...signature };
}

/** A masked request with the headers that are sent, but for the number of hops. The signature is masked too, since it could be replayed. */
export function displayedRequest<Request extends RenderedRequest>(request: Request, node: WorkflowNode, message: MessageIdentity): Request {
  if (request.channel !== 'http') return request;
  const { isSigned } = (typeOf(node) as SendingType).settings(node.config);
  const signature = isSigned ? maskedSignature(message) : {};
  return { ...request, headers: wireHeaders(request, signature) };
}

const maskedSignature = ({ id, sentAt }: MessageIdentity): Headers => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
  'webhook-signature': 'v1,***',
});
