import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLog } from '#server/platform/observability/log.ts';
import { createLiveHub, type Listener } from './hub.ts';

const newHub = () => createLiveHub({ now: () => new Date('2026-11-20T12:00:00Z'), log: createLog('silent') });

interface Ear extends Listener {
  seqs: number[];
}

function newEar(): Ear {
  const seqs: number[] = [];
  return { seqs, hear: (_, seq) => void seqs.push(seq) };
}

/** A room with this many listeners. */
function fill(hub: ReturnType<typeof newHub>, count: number): Ear[] {
  const ears = Array.from({ length: count }, newEar);
  for (const ear of ears) hub.join('match:7', ear);
  return ears;
}

it('is sent to in several turns, each listener in order and once', async () => {
  const hub = newHub();
  const ears = fill(hub, 2_500);
  const last = ears.at(-1)!;
  const seq = hub.join('match:7', last);
  for (let n = 0; n < 3; n++) hub.publish('match:7', { t: 'refetch' });
  expect([ears[0]!.seqs.length, last.seqs.length]).toEqual([1, 0]);
  while (last.seqs.length < 3) await nextTurn();
  for (const ear of ears) expect(ear.seqs).toEqual([seq + 1, seq + 2, seq + 3]);
});

it('sends nothing to those who leave meanwhile, and to those who join only what is published later', async () => {
  const hub = newHub();
  const ears = fill(hub, 2_500);
  hub.publish('match:7', { t: 'refetch' });
  const leaving = ears.at(-1)!;
  hub.leave('match:7', leaving);
  const late = newEar();
  const seq = hub.join('match:7', late);
  hub.publish('match:7', { t: 'refetch' });
  while (late.seqs.length < 1) await nextTurn();
  expect([leaving.seqs, late.seqs, ears.at(-2)!.seqs]).toEqual([[], [seq + 1], [seq, seq + 1]]);
});

it('keeps the order when it becomes small while changes are under way', async () => {
  const hub = newHub();
  const ears = fill(hub, 1_500);
  hub.publish('match:7', { t: 'refetch' });
  for (const ear of ears.slice(0, 1_000)) hub.leave('match:7', ear);
  hub.publish('match:7', { t: 'refetch' });
  const [first] = ears.slice(1_000);
  while (first!.seqs.length < 2) await nextTurn();
  for (const { seqs } of ears.slice(1_000)) expect(seqs[1]! - seqs[0]!).toBe(1);
});

it('is sent to without pauses when too many changes wait, so that they do not pile up', async () => {
  const hub = newHub();
  const ears = fill(hub, 3_000);
  for (let n = 0; n < 100; n++) hub.publish('match:7', { t: 'refetch' });
  await nextTurn();
  expect(ears.at(-1)!.seqs.length).toBeGreaterThanOrEqual(79);
  while (ears.at(-1)!.seqs.length < 100) await nextTurn();
  expect(ears.every(({ seqs }) => seqs.every((seq, i) => i === 0 || seq === seqs[i - 1]! + 1))).toBe(true);
});
