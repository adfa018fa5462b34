import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

/** Starts a receiver in a separate process, so that receiving takes nothing from sending. It answers 204 to everything. */
export async function startBenchReceiver() {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: ['--import', 'tsx'] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}`,
    /** Returns how many requests came since the last call. */
    taken: async (): Promise<number> => {
      child.send('taken');
      return (await once(child, 'message'))[0] as number;
    },
    stop: () => child.kill(),
  };
}

async function serve(): Promise<void> {
  let taken = 0;
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    taken++;
    response.writeHead(204).end();
  });
  process.on('disconnect', () => process.exit());
  process.on('message', () => {
    process.send?.(taken);
    taken = 0;
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve();
