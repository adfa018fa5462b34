import { Agent, request } from 'node:http';

interface Sent {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: object;
  /** Of the answer: 200 unless said. */
  status?: number;
}

export type BenchClient = ReturnType<typeof createBenchClient>;

/** Asks the app at `url` with node:http over connections that stay open, at most so many: fetch takes several times the processor's time. */
export function createBenchClient(url: string, { connections }: { connections?: number } = {}) {
  const agent = new Agent({ keepAlive: true, ...(connections && { maxSockets: connections }) });

  /** The answer's text; another status than the expected one rejects. */
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
        // The server ended a connection that had been idle just as it was used again: nobody has heard the question.
        if (sent.reusedSocket && error.code === 'ECONNRESET') ask(path, how).then(resolve, reject);
        else reject(error);
      });
      sent.end(text);
    });

  return { ask, close: () => agent.destroy() };
}
