// Memory of a connected idle page: our server against a bare server of the library, each in its own process.
import { gather, startServer, type Weight } from '#tools/bench/support/live.ts';

const SOCKETS = Number(process.env.SOCKETS ?? 10_000);
const MOST = 1.3;

const [ours, bare] = [await weightOf('ours'), await weightOf('bare')];
const kilobytes = (bytes: number) => (bytes / 1024).toFixed(2);
console.log(`an idle socket of ${SOCKETS}: ours ${kilobytes(ours.heapBytes)} KB reachable, ${kilobytes(ours.rssBytes)} KB of the process`);
console.log(`in a bare server: ${kilobytes(bare.heapBytes)} KB reachable, ${kilobytes(bare.rssBytes)} KB of the process`);
const ratio = ours.heapBytes / bare.heapBytes;
console.log(`live-memory-vs-bare-ws ${ratio.toFixed(2)}`);
process.exit(ratio <= MOST ? 0 : 1);

/** Returns the memory of one socket. The first hundred sockets are excluded, because they allocate what all share. */
async function weightOf(kind: 'ours' | 'bare'): Promise<Weight> {
  const server = await startServer(kind);
  const few = await gather(server, 100);
  const before = await server.weigh();
  const many = await gather(server, SOCKETS);
  const after = await server.weigh();
  for (const crowd of [few, many]) crowd.leave();
  server.stop();
  return {
    heapBytes: (after.heapBytes - before.heapBytes) / SOCKETS,
    rssBytes: (after.rssBytes - before.rssBytes) / SOCKETS,
  };
}
