import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * Starts a push service in a separate process, so that receiving does not slow down sending. It responds 201 after `answerMs` milliseconds.
 */
export async function startBenchPushService(answerMs: number) {
  const child = fork(fileURLToPath(import.meta.url), [String(answerMs)], { execArgv: ['--import', 'tsx'] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}`,
    /** Returns how many pushes it has received since the last call. */
    taken: async (): Promise<number> => {
      child.send('taken');
      return (await once(child, 'message'))[0] as number;
    },
    stop: () => child.kill(),
  };
}

async function serve(answerMs: number): Promise<void> {
  let taken = 0;
  const server = createServer(async (request, response) => {
    let bytes = 0;
    for await (const chunk of request) bytes += (chunk as Buffer).length;
    if (answerMs > 0) await sleep(answerMs);
    // An encrypted payload has at least a header of 86 bytes and a tag.
    if (bytes > 102) taken++;
    response.writeHead(bytes > 102 ? 201 : 400).end();
  });
  process.on('disconnect', () => process.exit());
  process.on('message', () => {
    process.send?.(taken);
    taken = 0;
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve(Number(process.argv[2]));
