import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A push service in a process of its own, so that taking pushes takes nothing from sending them. It answers 201 after so many milliseconds. */
export async function startBenchPushService(answerMs: number) {
  const child = fork(fileURLToPath(import.meta.url), [String(answerMs)], { execArgv: ['--import', 'tsx'] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}`,
    /** How many it has taken since it was asked last. */
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
    // An encrypted payload has a header of 86 bytes and a tag at the least.
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
