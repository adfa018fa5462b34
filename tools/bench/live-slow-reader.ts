// Clients that stop reading are dropped and do not slow down the others: measures the others' delivery time with and without them.

import { median, timed } from '#test/support/measuring.ts';
import { gather, startServer } from '#tools/bench/support/live.ts';

const SOCKETS = Number(process.env.SOCKETS ?? 50);
const SLOW = 5;
const ROUNDS = Number(process.env.ROUNDS ?? 7);
/** As long as a match's line-ups, and enough that a round fills all system buffers of a slow reader. */
const BYTES = 20_000;
const MESSAGES = 800;
/**
 * Messages sent at a time, each time after all others have received the last ones, so that their own backlog stays below the limit for slow
 * readers.
 */
const AT_A_TIME = 20;
const LEAST = 0.8;

const server = await startServer('ours');
const others = await gather(server, SOCKETS);
/** Returns the milliseconds until the last of the other clients has received the last message. */
const round = () =>
  timed(async () => {
    for (let told = 0; told < MESSAGES; told += AT_A_TIME) {
      const heard = others.hearing(AT_A_TIME);
      server.broadcast(BYTES, AT_A_TIME);
      await heard;
    }
  });
await round();
const [alone, beside]: [number[], number[]] = [[], []];
let dropped = 0;
for (let n = 0; n < ROUNDS; n++) {
  alone.push(await round());
  const slow = await gather(server, SLOW);
  slow.stopReading();
  beside.push(await round());
  dropped += await slow.readAgain();
  slow.leave();
}
others.leave();
server.stop();
console.log(
  `${SOCKETS} readers received ${MESSAGES} messages of ${BYTES} bytes in ${median(alone).toFixed(0)} ms, and beside ${SLOW} slow readers in ${median(beside).toFixed(0)} ms`,
);
console.log(`${dropped} of ${SLOW * ROUNDS} slow readers were dropped`);
const ratio = median(alone) / median(beside);
console.log(`live-beside-slow-readers-vs-alone ${ratio.toFixed(2)}`);
process.exit(ratio >= LEAST && dropped === SLOW * ROUNDS ? 0 : 1);
