import { expect, it } from 'vitest';
import { useTestApp } from '#test/support/app.ts';
import { createOpenWorld } from '#test/support/open-world.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';

const test = useTestApp();

it('reads what it wrote', () => {
  const types = ['moment', 'number', 'string', 'day'] as const;
  const cursor = encodeCursor(['2026-11-20T12:00:00.000Z', 7, 'seven', '2026-11-20']);
  expect(decodeCursor(cursor, types)).toEqual([new Date('2026-11-20T12:00:00.000Z'), 7, 'seven', '2026-11-20']);
});

it.each([
  [['number'], [2 ** 31]],
  [['number'], [-(2 ** 31)]],
  [['number'], [1.5]],
  [['number'], ['1']],
  [['number'], [1, 2]],
  [['number'], []],
  [['number'], null],
  [['moment'], ['2026-11-20']],
  [['moment'], ['2026-13-20T12:00:00.000Z']],
  [['day'], ['0000-01-01']],
  [['day'], ['2026-13-01']],
  [['string'], ['a\0b']],
] as const)('refuses for %j the made-up %j', (types, values) => {
  const cursor = Buffer.from(JSON.stringify(values)).toString('base64url');
  expect(() => decodeCursor(cursor, types)).toThrow(expect.objectContaining({ code: 'invalid_query' }));
});

it('leads to no error of the server, whatever it says', async () => {
  await createOpenWorld(test.current);
  const numbers = [2 ** 53 - 1, 2 ** 31 - 1, -1, 0];
  for (const path of ['matches', 'leagues', 'forecasts', 'exports']) {
    const cursors = ['%00', 'null', ...numbers.flatMap((n) => [[n], ['2026-11-20T12:00:00.000Z', n]]).map(encodeCursor)];
    for (const cursor of cursors) {
      const { status } = await test.current.app.request(`/api/v1/${path}?cursor=${cursor}`);
      expect([path, cursor, [200, 400].includes(status)]).toEqual([path, cursor, true]);
    }
  }
});
