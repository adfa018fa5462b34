import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { FeedMatchEvent, FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { importUpdates } from '#server/modules/match-data/import/importer.ts';
import { wiring } from '#server/wiring.ts';
import { TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createChatter, createRooms, roomOf, saidIn } from '#test/support/chat.ts';
import { createMatch } from '#test/support/factories.ts';
import { followChats } from './lines.ts';

const test = useTestApp();
const KICKOFF = new Date(Date.parse(TEST_NOW) - 110 * MINUTE_MS);
let serial = 0;

const toldTo = (topic: string) => test.current.published.filter((one) => one.topic === topic).map(({ change }) => change);
const chatsTold = () => test.current.published.filter(({ topic }) => topic.startsWith('chat:'));

beforeAll(() =>
  importOnly({
    kind: 'league',
    id: 'league',
    sport: 'football',
    name: 'League',
    countryCode: null,
    season: '2026/27',
    form: 'league',
    drawPossible: true,
  }),
);
afterEach(() => {
  test.current.clock.set(TEST_NOW);
  test.current.published.length = 0;
});

const team = (id: string): FeedUpdate => ({ kind: 'team', id, sport: 'football', name: id, countryCode: null });
const goal: FeedMatchEvent = {
  id: 'g1',
  type: 'goal',
  side: 'home',
  period: 'H1',
  minute: 12,
  stoppage: null,
  player: 'Ana',
  other: null,
  detail: null,
};
const yellow: FeedMatchEvent = { ...goal, id: 'y1', type: 'yellow', side: 'away', minute: 14 };
const substitution: FeedMatchEvent = { ...goal, id: 's1', type: 'substitution', minute: 15, other: 'Bob' };
const decision: FeedMatchEvent = { ...goal, id: 'v1', type: 'var', minute: 13, detail: 'Goal cancelled' };

async function importOnly(...updates: FeedUpdate[]) {
  const { changes, refused } = await importUpdates(test.current.deps, 'test', updates);
  expect(refused).toEqual([]);
  return changes;
}
const tell = async (...updates: FeedUpdate[]) => wiring.onMatchesImported(test.current.deps, await importOnly(...updates));

/** Creates a match known to a feed; returns helpers that use its feed id and its own id. */
async function playing(code: MatchStatus = 'h2') {
  const match = `match ${++serial}`;
  const fixture: FeedUpdate = {
    ...{ kind: 'fixture', id: match, leagueId: 'league', season: '2026/27', round: match },
    ...{ homeTeamId: `Ann ${match}`, awayTeamId: `Bea ${match}`, kickoffAt: KICKOFF },
  };
  const status = (to: MatchStatus): FeedUpdate => ({
    ...{
      kind: 'status',
      matchId: match,
      status: to,
      minute: to === 'h2' ? 85 : null,
      stoppage: null,
      period: null,
      seenAt: test.current.deps.now(),
    },
    score: { home: 0, away: 0, halftime: null, fulltime: to === 'ft' ? [0, 0] : null, extratime: null, penalty: null },
  });
  await tell(team(`Ann ${match}`), team(`Bea ${match}`), fixture, status(code));
  const { id } = await test.current.deps.db.selectFrom('matches').select('id').where('round', '=', match).executeTakeFirstOrThrow();
  test.current.published.length = 0;
  const events = (...told: FeedMatchEvent[]): FeedUpdate => ({ kind: 'events', matchId: match, events: told });
  const lines = async (locale: 'en' | 'vi' = 'en') =>
    (await roomOf(test.current, id, { locale })).items.map(({ kind, author, event, removed }) => [kind, author, event?.id, removed]);
  return { id, status, events, lines };
}

describe('event lines for goals and cards', () => {
  it('are written once and shared by all rooms of the match', async () => {
    const { id, events, lines } = await playing();
    await tell(events(goal, substitution, yellow));
    const expected = [
      ['system', null, 'g1', null],
      ['system', null, 'y1', null],
    ];
    expect(await lines()).toEqual(expected);
    expect(await lines('vi')).toEqual(expected);
    for (const locale of ['en', 'zh-CN', 'vi'])
      expect(toldTo(`chat:${id}:${locale}`)).toMatchObject([
        { t: 'chat', messages: [{ kind: 'system', author: null, text: '', event: goal }] },
        { t: 'chat', messages: [{ event: yellow }] },
      ]);
  });

  it('are written once when the feed repeats events or two processes report them', async () => {
    const { id, events, lines } = await playing();
    const changes = await importOnly(events(goal));
    await Promise.all([
      wiring.onMatchesImported(test.current.deps, changes),
      wiring.onMatchesImported(test.current.deps, changes),
      followChats(test.current.deps),
    ]);
    await tell(events(goal));
    await tell(events(goal, yellow));
    expect(await lines()).toHaveLength(2);
    expect(toldTo(`chat:${id}:en`)).toHaveLength(2);
  });

  it('are written later when the process stopped before writing them', async () => {
    const { events, lines } = await playing();
    await importOnly(events(goal));
    expect(await lines()).toEqual([]);
    await followChats(test.current.deps);
    expect(await lines()).toEqual([['system', null, 'g1', null]]);
    test.current.published.length = 0;
    await followChats(test.current.deps);
    expect(chatsTold()).toEqual([]);
  });

  it('are marked as deleted when the event is withdrawn, and the decision gets its own line', async () => {
    const { id, events, lines } = await playing();
    await tell(events(goal));
    await tell(events(decision));
    expect(await lines()).toEqual([
      ['system', null, 'g1', 'deleted'],
      ['system', null, 'v1', null],
    ]);
    expect(toldTo(`chat:${id}:vi`)).toMatchObject([
      {},
      { messages: [{ event: goal, removed: 'deleted' }] },
      { messages: [{ event: decision }] },
    ]);
  });

  it("are updated when the feed learns the player's name", async () => {
    const { events, lines } = await playing();
    await tell(events({ ...goal, id: 'goal:?', player: null }));
    await tell(events({ ...goal, id: 'goal:7' }));
    expect(await lines()).toEqual([['system', null, 'goal:7', null]]);
  });

  it('are written together with the final whistle, but not for finished matches', async () => {
    const [now, before] = [await playing(), await playing('ft')];
    await tell(now.events(goal), now.status('ft'));
    await tell(before.events(goal));
    expect(await now.lines()).toHaveLength(1);
    expect(await before.lines()).toEqual([]);
    // Withdrawn events still mark their lines as deleted after the final whistle.
    await tell(now.events(decision));
    expect(await now.lines()).toEqual([['system', null, 'g1', 'deleted']]);
  });
});

describe('the published state of a room', () => {
  const room = (match_id: number, locale: string, state: string) => ({
    t: 'chat_room',
    room: { match_id, locale, group_id: null, state, slow_seconds: 2 },
  });

  it('is closed in every language at the final whistle and on postponement', async () => {
    const [over, off] = [await playing(), await playing('ns')];
    await tell(over.status('ft'), off.status('pst'));
    for (const locale of ['en', 'zh-CN', 'vi']) {
      expect(toldTo(`chat:${over.id}:${locale}`)).toEqual([room(over.id, locale, 'read_only')]);
      expect(toldTo(`chat:${off.id}:${locale}`)).toEqual([room(off.id, locale, 'idle')]);
    }
  });

  it('is not published again while it does not change', async () => {
    const match = await playing();
    await tell(match.events(substitution));
    expect(chatsTold()).toEqual([]);
  });

  it('opens ten minutes before kick-off and becomes idle again if the match does not begin', async () => {
    const kickoffAt = new Date(Date.parse('2026-11-20T18:00:00Z'));
    const id = await createMatch(test.current.deps.db, { kickoffAt });
    const stateAt = async (minutes: number) => {
      test.current.clock.set(new Date(kickoffAt.getTime() + minutes * MINUTE_MS + 5_000));
      test.current.published.length = 0;
      await followChats(test.current.deps);
      return toldTo(`chat:${id}:vi`);
    };
    expect(await stateAt(-11)).toEqual([]);
    expect(await stateAt(-10)).toEqual([room(id, 'vi', 'open')]);
    expect(await stateAt(0)).toEqual([]);
    expect(await stateAt(120)).toEqual([room(id, 'vi', 'idle')]);
    expect(await stateAt(121)).toEqual([]);
  });

  it('returns to the normal pace when fewer messages are written', async () => {
    const { deps, clock } = test.current;
    const match = await createRooms(test.current);
    const many = await Promise.all(Array.from({ length: 20 }, () => createChatter(test.current)));
    for (const chatter of many) await saidIn(test.current, chatter, match, 'hello');
    expect(toldTo(`chat:${match}:en`).at(-1)).toMatchObject({ t: 'chat_room', room: { slow_seconds: 5 } });
    test.current.published.length = 0;
    clock.advance(5_000);
    await followChats(deps);
    expect(toldTo(`chat:${match}:en`)).toEqual([]);
    clock.advance(10_000);
    await followChats(deps);
    expect(toldTo(`chat:${match}:en`)).toEqual([room(match, 'en', 'open')]);
    clock.advance(20_000);
    test.current.published.length = 0;
    await followChats(deps);
    expect(chatsTold()).toEqual([]);
  });
});
