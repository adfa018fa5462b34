import { expect, it } from 'vitest';
import type { ChatMessage } from '#contract/chat.ts';
import { CROWDED_PER_SECOND, flush, newPace, sendPaced } from './hub.ts';

const line = (n: number): ChatMessage => ({
  ...{ id: String(n), kind: 'user', author: null, text: '', removed: null, reply_to: null, tip: null, mentions: [] },
  ...{ event: null, cid: null },
  at: '2026-11-20T12:00:00.000Z',
});

/** A room, and the ids of the messages in each frame sent to it. */
function room() {
  const pace = newPace();
  const frames: string[][] = [];
  const tell = (messages: ChatMessage[]) => void frames.push(messages.map(({ id }) => id));
  return { pace, frames, tell, say: (n: number, nowMs: number) => sendPaced(pace, [line(n)], nowMs, tell) };
}

it('sends each message at once while the rate is low, second after second', () => {
  const { frames, say } = room();
  for (let n = 0; n < CROWDED_PER_SECOND * 5; n++) say(n, 1_000_000 + Math.floor(n / CROWDED_PER_SECOND) * 1_000);
  expect(frames).toHaveLength(CROWDED_PER_SECOND * 5);
});

it('groups further messages, in order, a moment later', async () => {
  const { frames, say } = room();
  for (let n = 0; n < 50; n++) say(n, 1_000_000);
  expect(frames).toHaveLength(CROWDED_PER_SECOND);
  await expect.poll(() => frames.length).toBe(CROWDED_PER_SECOND + 1);
  expect(frames.flat()).toEqual(Array.from({ length: 50 }, (_, n) => String(n)));
});

it('continues grouping in the next second, and sends at once again when the room is quiet', async () => {
  const { pace, frames, tell, say } = room();
  for (let n = 0; n < 30; n++) say(n, 1_000_000);
  say(30, 1_001_500);
  flush(pace, tell);
  expect(frames.at(-1)).toEqual(['20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '30']);
  const before = frames.length;
  say(31, 1_004_000);
  expect(frames.slice(before)).toEqual([['31']]);
});

it('never holds more than a page can read, and tolerates a clock that jumps', () => {
  const { pace, frames, tell, say } = room();
  for (let n = 0; n < 500; n++) say(n, 1_000_000 - n * 10);
  flush(pace, tell);
  expect(Math.max(...frames.map((ids) => ids.length))).toBeLessThanOrEqual(100);
  expect(frames.flat()).toHaveLength(500);
});
