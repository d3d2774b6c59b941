import type { ServerResponse } from 'node:http';

/** Does something right before the head of an answer is written, whoever writes it and however. */
export function beforeHead(response: ServerResponse, act: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...parameters: unknown[]) => ServerResponse;
  const actFirst = (...parameters: unknown[]): ServerResponse => {
    act();
    return writeHead(...parameters);
  };
  response.writeHead = actFirst;
}
