import type { WorkflowNode } from '../../definition/definition.types';
import type { HttpRequest, RenderedRequest, SendingType } from '../../nodes/node-type.types';
import { typeOf } from '../../nodes/node-types.rules';

/** Under which id something is sent, and when. */
export interface Dispatch {
  id: string;
  sentAt: Date;
}

type Headers = Record<string, string>;

/** The headers with which a request is sent: those of its node, which may name itself, and those that sign it. */
export function wireHeaders({ headers }: HttpRequest, signature: Headers): Headers {
  const isNamed = Object.keys(headers).some((name) => name.toLowerCase() === 'user-agent');
  return { ...(!isNamed && { 'user-agent': 'form-collection-service' }), ...headers, ...signature };
}

/** A rendered request as people may see it: with all headers that are sent, but not with a signature that could be sent again. */
export function shownRequest<Request extends RenderedRequest>(
  request: Request,
  node: WorkflowNode,
  dispatch: Dispatch,
): Request {
  if (request.channel !== 'http') return request;
  const { isSigned } = (typeOf(node) as SendingType).settings(node.config);
  const signature = isSigned ? maskedSignature(dispatch) : {};
  return { ...request, headers: wireHeaders(request, signature) };
}

const maskedSignature = ({ id, sentAt }: Dispatch): Headers => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
  'webhook-signature': 'v1,***',
});
