import { afterEach, expect, it } from 'vitest';
import { CHAT_PRESENCE } from '#domain/chat/chat.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { createLiveHub } from '#server/platform/realtime/hub.ts';
import { bandOf, createPresence, type Presence } from './presence.ts';

const ROOM = 'chat:7:en';
let nowMs = 0;
const begun: Presence[] = [];

function process() {
  const hub = createLiveHub({ now: () => new Date(0), log: createLog('silent') });
  const presence = createPresence(hub, () => nowMs);
  begun.push(presence);
  return { hub, presence, enter: (count: number) => Array.from({ length: count }, () => hub.join(ROOM, { hear: () => {} })) };
}
afterEach(() => {
  for (const presence of begun.splice(0)) presence.stop();
});

it('adds up the users of all processes, without other chats and other topics', () => {
  const [one, other] = [process(), process()];
  one.enter(4);
  other.enter(7);
  other.hub.join('match:7', { hear: () => {} });
  other.hub.join('chat:8:en', { hear: () => {} });
  one.presence.tell();
  expect(one.hub.bandOf(ROOM)).toBe(1);
  one.presence.hear('other', other.presence.own());
  one.presence.tell();
  expect(one.hub.bandOf(ROOM)).toBe(10);
  expect(one.hub.bandOf('chat:8:en')).toBeNull();
});

it('drops a process that is silent', () => {
  const [one, other] = [process(), process()];
  one.enter(1);
  other.enter(60);
  one.presence.hear('other', other.presence.own());
  one.presence.tell();
  expect(one.hub.bandOf(ROOM)).toBe(50);
  nowMs += 5_001;
  one.presence.tell();
  expect(one.hub.bandOf(ROOM)).toBe(1);
});

it('ignores what it cannot parse', () => {
  const { presence, hub, enter } = process();
  enter(1);
  for (const body of ['', '{', 'null', '{}', '[["chat:7:en","many"]]', '[["chat:7:en",1e999]]', '[7]', '[["chat:7:en",-5]]'])
    presence.hear(body, Buffer.from(body));
  presence.tell();
  expect(hub.bandOf(ROOM)).toBe(1);
});

it('returns the highest step that is not above the number', () => {
  for (const step of CHAT_PRESENCE) expect(bandOf(step)).toBe(step);
  expect([bandOf(9), bandOf(99), bandOf(1_000_000)]).toEqual([1, 50, 10_000]);
});
