// A goal to 10,000 streams of the open API: server-sent events against our own socket with as many listeners in the same run; each server in
// its own process.

import { inTurn, median, timed } from '#test/support/measuring.ts';
import { type Crowd, gather, type LiveServer, type ServerKind, startServer } from '#tools/bench/support/live.ts';

const LISTENERS = Number(process.env.LISTENERS ?? 10_000);
const ROUNDS = Number(process.env.ROUNDS ?? 9);
/** Messages per round. */
const MESSAGES = Number(process.env.MESSAGES ?? 20);
const BYTES = 200;
const LEAST = 0.8;

const streams = await ready('streams');
const sockets = await ready('ours');
await inTurn(
  2,
  () => round(streams),
  () => round(sockets),
);
const [streamMs, socketMs] = await inTurn(
  ROUNDS,
  () => round(streams),
  () => round(sockets),
);
for (const { server, crowd } of [streams, sockets]) {
  crowd.leave();
  server.stop();
}
const rateOf = (ms: number[]) => Math.round((LISTENERS * MESSAGES * 1_000) / median(ms));
console.log(`${LISTENERS} listeners, ${BYTES} bytes: streams ${rateOf(streamMs)} events/s, sockets ${rateOf(socketMs)} messages/s`);
const ratio = rateOf(streamMs) / rateOf(socketMs);
console.log(`stream-fan-out-vs-socket ${ratio.toFixed(2)}`);
process.exit(ratio >= LEAST ? 0 : 1);

type Arm = { server: LiveServer; crowd: Crowd };

async function ready(kind: ServerKind): Promise<Arm> {
  const server = await startServer(kind);
  return { server, crowd: await gather(server, LISTENERS) };
}

/** Returns the milliseconds until the last listener has received the last message. */
function round({ server, crowd }: Arm): Promise<number> {
  return timed(async () => {
    const heard = crowd.hearing(MESSAGES);
    server.broadcast(BYTES, MESSAGES);
    await heard;
  });
}
