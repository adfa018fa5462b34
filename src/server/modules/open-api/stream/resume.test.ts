import { describe, expect, it } from 'vitest';
import { goalOf, longEvents, stopSite, until, useStreamSite } from '#test/support/stream-site.ts';

const { ask, joined, now, startSite, test } = useStreamSite();

describe('who comes back', () => {
  const leave = async (stream: { socket: { destroy: () => void } }) => {
    const before = now.site.streams.sizes().streams;
    stream.socket.destroy();
    await until(() => now.site.streams.sizes().streams < before);
  };

  it('gets what was missed, once and in order, and then what is new', async () => {
    const first = await joined('match:7,match:8');
    now.site.hub.publish('match:7', goalOf(7, 1));
    const { id } = await first.next();
    await leave(first);
    for (const home of [2, 3]) now.site.hub.publish('match:7', goalOf(7, home));
    const again = await joined('match:7,match:8', { lastEventId: id! });
    const homes = again.before.map(({ data }) => (data.change as { match: { score: { home: number } } }).match.score.home);
    expect(homes).toEqual([2, 3]);
    expect(again.before.map(({ data }) => data.seq)).toEqual([first.seqs['match:7']! + 2, first.seqs['match:7']! + 3]);
    expect(again.seqs['match:7']).toBe(first.seqs['match:7']! + 3);
    await leave(again);
    expect((await joined('match:7,match:8', { lastEventId: again.id })).before).toEqual([]);
  });

  it('after nothing happened gets nothing', async () => {
    const first = await joined('match:7');
    await leave(first);
    expect((await joined('match:7', { lastEventId: first.id })).before).toEqual([]);
  });

  it.each([
    ['many changes', () => Array.from({ length: 501 }, () => goalOf(7))],
    ['long changes', () => Array.from({ length: 30 }, () => longEvents(10_000))],
  ])('after too %s reads the topic again', async (_, changes) => {
    const first = await joined('match:7,match:8');
    await leave(first);
    for (const change of changes()) now.site.hub.publish('match:7', change);
    const again = await joined('match:7,match:8', { lastEventId: first.id });
    expect(again.before).toEqual([{ name: 'refetch', data: { topic: 'match:7', seq: again.seqs['match:7'] } }]);
  });

  it('never gets more than half a megabyte at once: of further topics everything is read again', async () => {
    const topics = ['match:1', 'match:2', 'match:3'];
    const first = await joined(topics.join());
    await leave(first);
    for (const topic of topics) for (let n = 0; n < 20; n++) now.site.hub.publish(topic, longEvents(10_000));
    const again = await joined(topics.join(), { lastEventId: first.id });
    expect(again.before.map(({ name }) => name)).toEqual([...Array(40).fill('change'), 'refetch']);
  });

  it('after a change that no message carries reads the topic again', async () => {
    const first = await joined('match:7');
    await leave(first);
    now.site.hub.publish('match:7', { t: 'refetch' });
    now.site.hub.publish('match:7', goalOf(7));
    expect((await joined('match:7', { lastEventId: first.id })).before).toMatchObject([{ name: 'refetch' }]);
  });

  it('to another process, or after a restart, reads everything again', async () => {
    const first = await joined('match:7,match:8');
    const other = await startSite();
    try {
      const again = await joined('match:7,match:8', { lastEventId: first.id, at: other });
      expect(again.before.map(({ name, data }) => [name, data.topic])).toEqual([
        ['refetch', 'match:7'],
        ['refetch', 'match:8'],
      ]);
    } finally {
      await stopSite(other);
    }
  });

  it('for further topics reads those again', async () => {
    const first = await joined('match:7');
    const again = await joined('match:7,match:8', { lastEventId: first.id });
    expect(again.before).toMatchObject([{ name: 'refetch', data: { topic: 'match:8' } }]);
  });

  it.each([
    ['a number that was never given', (id: string) => id.replace(/=\d+/, '=9999999999999999')],
    ['an old number', (id: string) => id.replace(/=\d+/, '=0')],
    ['no number', (id: string) => id.replace(/=\d+/, '=')],
    ['another topic', (id: string) => id.replace('match:7', 'me')],
    ['twenty-one topics', (id: string) => id + ',match:9=1'.repeat(20)],
    ['nothing readable', () => '1'],
    ['odd letters', () => '%00;match:7=__proto__'],
    ['ten kilobytes', (id: string) => id + 'x'.repeat(10_000)],
  ])('with a forged id of %s reads the topic again', async (_, forged) => {
    const first = await joined('match:7');
    expect((await joined('match:7', { lastEventId: forged(first.id) })).before).toMatchObject([{ name: 'refetch' }]);
  });

  it('with an id larger than all headers may be is refused', async () => {
    expect((await ask('match:7', { lastEventId: 'x'.repeat(100_000) })).status).toBe(431);
  });

  it('after two minutes reads everything again, even if the clock was set back', async () => {
    const first = await joined('match:77');
    await leave(first);
    for (let beat = 0; beat < 10; beat++) now.site.streams.beat();
    expect(now.site.hub.isHeard('match:77')).toBe(false);
    const before = test.current.clock.now();
    test.current.clock.advance(-3_600_000);
    try {
      const again = await joined('match:77', { lastEventId: first.id });
      expect(again.before).toMatchObject([{ name: 'refetch' }]);
      expect(again.seqs['match:77']).toBeGreaterThan(first.seqs['match:77']!);
    } finally {
      test.current.clock.set(before);
    }
  });
});
