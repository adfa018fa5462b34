import { Agent, request } from 'node:http';

interface Sent {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: object;
  /** Expected status; 200 by default. */
  status?: number;
}

export type BenchClient = ReturnType<typeof createBenchClient>;

/**
 * Creates a client for the app at `url` with node:http and at most `connections` keep-alive connections: fetch needs several times the
 * processor time.
 */
export function createBenchClient(url: string, { connections }: { connections?: number } = {}) {
  const agent = new Agent({ keepAlive: true, ...(connections && { maxSockets: connections }) });

  /** Returns the response's text; rejects on an unexpected status. */
  const ask = (path: string, how: Sent = {}): Promise<string> =>
    new Promise((resolve, reject) => {
      const { method = 'GET', headers = {}, body, status = 200 } = how;
      const text = body === undefined ? '' : JSON.stringify(body);
      const about = body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
      const sent = request(url + path, { method, agent, headers: { ...about, ...headers } }, (response) => {
        let answer = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          answer += chunk;
        });
        response.on('end', () =>
          response.statusCode === status ? resolve(answer) : reject(new Error(`${path}: ${response.statusCode} ${answer}`)),
        );
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The server closed an idle connection just as it was reused: the request was not received, so it is safe to retry.
        if (sent.reusedSocket && error.code === 'ECONNRESET') ask(path, how).then(resolve, reject);
        else reject(error);
      });
      sent.end(text);
    });

  return { ask, close: () => agent.destroy() };
}
