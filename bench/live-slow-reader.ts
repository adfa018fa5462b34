// Pages that stop reading are dropped, and meanwhile cost the others nothing: how long the others take to hear, with and without them.
import { gather, startServer } from '#test/bench-live.ts';
import { median, timed } from '#test/measuring.ts';

const SOCKETS = Number(process.env.SOCKETS ?? 1_000);
const SLOW = 20;
const ROUNDS = Number(process.env.ROUNDS ?? 9);
/** As long as the line-ups of a match: what fills the buffers of a slow reader within a round. */
const BYTES = 20_000;
const MESSAGES = 300;
const LEAST = 0.8;

const server = await startServer('ours');
const others = await gather(server, SOCKETS);
/** Milliseconds until the last of the others has heard the last message. */
const round = () =>
  timed(async () => {
    const heard = others.hearing(MESSAGES);
    server.broadcast(BYTES, MESSAGES);
    await heard;
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
  `${SOCKETS} readers heard ${MESSAGES} messages of ${BYTES} bytes in ${median(alone).toFixed(0)} ms, and beside ${SLOW} who do not read in ${median(beside).toFixed(0)} ms`,
);
console.log(`${dropped} of ${SLOW * ROUNDS} who did not read were dropped`);
const ratio = median(alone) / median(beside);
console.log(`live-beside-slow-readers-vs-alone ${ratio.toFixed(2)}`);
process.exit(ratio >= LEAST && dropped === SLOW * ROUNDS ? 0 : 1);
