import { afterEach, beforeEach, expect, it } from 'vitest';
import { MINUTE_MS } from '#domain/time.ts';
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts';
import { logRefusals, purgeQuarantine, type Refusal, writeQuarantine } from './quarantine.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const START = Date.parse('2026-11-20T12:00:00Z');
const refusal = (feed_id: string, reason = 'score_dropped'): Refusal => ({ kind: 'status', feed_id, reason, payload: { odd: true } });
const keep = (minutes: number, ...refusals: Refusal[]) =>
  writeQuarantine(database.db, 'test', refusals, new Date(START + minutes * MINUTE_MS));

it('reports a refused update once per match and reason, and again when it returns after an hour', async () => {
  const told = { kind: 'status', feed_id: '7', reason: 'score_dropped' };
  expect(await keep(0, refusal('7'), refusal('7'))).toEqual([told]);
  for (const minutes of [1, 60, 120]) expect(await keep(minutes, refusal('7'))).toEqual([]);
  expect(await keep(121, refusal('7'), refusal('8'))).toEqual([{ ...told, feed_id: '8' }]);
  expect(await keep(182, refusal('7'))).toEqual([told]);
  const rows = await database.db.selectFrom('quarantine').selectAll().where('feed_id', '=', '7').execute();
  expect(rows).toMatchObject([{ times: 6, first_seen_at: new Date(START), last_seen_at: new Date(START + 182 * MINUTE_MS) }]);
});

it('stores a refusal without a payload, as of an unreadable file', async () => {
  expect(await keep(0, { ...refusal(''), payload: null })).toHaveLength(1);
  expect(await database.db.selectFrom('quarantine').select('payload').execute()).toEqual([{ payload: null }]);
});

it('purges refusals by their last occurrence, in batches', async () => {
  const ids = Array.from({ length: 7 }, (_, index) => String(index));
  await keep(0, ...ids.map((id) => refusal(id)));
  await keep(10, refusal('3'));
  expect(await purgeQuarantine(database.db, new Date(START), 2)).toBe(0);
  expect(await purgeQuarantine(database.db, new Date(START + 10 * MINUTE_MS), 2)).toBe(6);
  expect(await database.db.selectFrom('quarantine').select('feed_id').execute()).toEqual([{ feed_id: '3' }]);
});

it('limits the log lines when a provider has changed its whole format', () => {
  const lines: object[] = [];
  const log = { warn: (line: object) => void lines.push(line) };
  logRefusals(
    log,
    'test',
    Array.from({ length: 20_000 }, (_, index) => refusal(String(index))),
    'refused',
  );
  expect(lines).toHaveLength(21);
  expect(lines[0]).toEqual({ feed: 'test', kind: 'status', feed_id: '0', reason: 'score_dropped' });
  expect(lines.at(-1)).toEqual({ feed: 'test', more: 19_980 });
});
