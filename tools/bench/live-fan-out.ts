// One message to 10,000 sockets: our server against the loop over all clients from the library's documentation; each server in its own
// process.

import { inTurn, median, timed } from '#test/support/measuring.ts';
import { type Crowd, gather, type LiveServer, startServer } from '#tools/bench/support/live.ts';

const SOCKETS = Number(process.env.SOCKETS ?? 10_000);
const ROUNDS = Number(process.env.ROUNDS ?? 9);
/** Messages per round. */
const MESSAGES = Number(process.env.MESSAGES ?? 20);
const BYTES = 200;
const LEAST = 0.8;

const ours = await ready('ours');
const bare = await ready('bare');
await inTurn(
  2,
  () => round(ours),
  () => round(bare),
);
const [oursMs, bareMs] = await inTurn(
  ROUNDS,
  () => round(ours),
  () => round(bare),
);
for (const { server, crowd } of [ours, bare]) {
  crowd.leave();
  server.stop();
}
const rateOf = (ms: number[]) => Math.round((SOCKETS * MESSAGES * 1_000) / median(ms));
console.log(`${SOCKETS} sockets, ${BYTES} bytes: ours ${rateOf(oursMs)} messages/s, a bare loop ${rateOf(bareMs)} messages/s`);
const ratio = rateOf(oursMs) / rateOf(bareMs);
console.log(`live-fan-out-vs-bare-ws ${ratio.toFixed(2)}`);
process.exit(ratio >= LEAST ? 0 : 1);

type Arm = { server: LiveServer; crowd: Crowd };

async function ready(kind: 'ours' | 'bare'): Promise<Arm> {
  const server = await startServer(kind);
  return { server, crowd: await gather(server, SOCKETS) };
}

/** Returns the milliseconds until the last socket has received the last message. */
function round({ server, crowd }: Arm): Promise<number> {
  return timed(async () => {
    const heard = crowd.hearing(MESSAGES);
    server.broadcast(BYTES, MESSAGES);
    await heard;
  });
}
