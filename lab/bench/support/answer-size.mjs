import { get } from 'node:http';

/** The bytes of the whole answer to a GET, with its status line and headers. */
export const answerSize = (url, headers = {}) =>
  new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      const { socket } = response;
      response.resume().on('end', () => resolve(socket.bytesRead));
    }).on('error', reject);
  });
