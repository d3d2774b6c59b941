import { once } from 'node:events';
import { WebSocket } from 'undici';

/** A session of a browser that is driven by WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/), with the few commands that tests need. */
export class BidiSession {
  private readonly waiting = new Map<number, (reply: Reply) => void>();
  private count = 0;

  private constructor(private readonly socket: WebSocket) {
    socket.addEventListener('message', ({ data }) => {
      const reply = JSON.parse(data as string) as Reply;
      this.waiting.get(reply.id)?.(reply);
    });
  }

  static async start(address: string): Promise<BidiSession> {
    const socket = new WebSocket(address);
    await once(socket, 'open');
    const session = new BidiSession(socket);
    await session.ask('session.new', { capabilities: {} });
    return session;
  }

  async ask<Result>(method: string, params: object): Promise<Result> {
    const id = (this.count += 1);
    const replied = new Promise<Reply>((resolve) => this.waiting.set(id, resolve));
    this.socket.send(JSON.stringify({ id, method, params }));
    const { error, message, result } = await replied;
    this.waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error}: ${message}`);
    return result as Result;
  }

  /** The value of an expression in a tab or frame, once it is there when it is a promise. */
  async evaluate<Value>(context: string, expression: string): Promise<Value> {
    const text = `(async () => JSON.stringify(await (${expression})))()`;
    const parameters = { expression: text, target: { context }, awaitPromise: true };
    const { result, exceptionDetails } = await this.ask<Evaluation>('script.evaluate', parameters);
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return (result?.value === undefined ? undefined : JSON.parse(result.value)) as Value;
  }

  /** An element, where the pointer can reach it. */
  async element(context: string, selector: string): Promise<object> {
    await this.evaluate(context, `document.querySelector(${JSON.stringify(selector)}).scrollIntoView({ block: 'center' })`);
    const locator = { type: 'css', value: selector };
    const { nodes } = await this.ask<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', { context, locator });
    return { sharedId: nodes[0]!.sharedId };
  }

  async frames(context: string): Promise<string[]> {
    const { contexts } = await this.ask<{ contexts: { children: { context: string }[] }[] }>('browsingContext.getTree', { root: context });
    return contexts[0]!.children.map((child) => child.context);
  }
}

interface Reply {
  id: number;
  error?: string;
  message?: string;
  result?: unknown;
}

interface Evaluation {
  result?: { value?: string };
  exceptionDetails?: { text: string };
}
