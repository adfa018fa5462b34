import { beforeAll, describe, expect, it } from 'vitest';
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import { v1Leagues } from '#contract/v1/catalogue.ts';
import { v1Match, v1Matches } from '#contract/v1/matches.ts';
import { callApp, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam } from '#test/support/factories.ts';

const test = useTestApp();
const at = (time: string) => new Date(`2026-11-${time}:00Z`);
const list = (input: InputOf<typeof v1Matches>) => callApp(test.current.app, v1Matches, input);
const idsOf = async (input: InputOf<typeof v1Matches>) => (await list(input)).reply.data.map(({ id }) => id);

const known = {} as Record<'league' | 'cup' | 'town' | 'tennis', number>;
const match = {} as Record<'first' | 'same' | 'live' | 'last' | 'next' | 'undated', number>;
beforeAll(async () => {
  const { db } = test.current.deps;
  known.league = await createLeague(db, { name: 'First Division' });
  known.cup = await createLeague(db, { name: 'Crown Cup' });
  known.tennis = await createLeague(db, { name: 'Tour', sport: 'tennis' });
  known.town = await createTeam(db, 'Avalon Town');
  match.last = await createMatch(db, { leagueId: known.tennis, kickoffAt: at('20T23:59') });
  match.first = await createMatch(db, {
    leagueId: known.league,
    homeTeamId: known.town,
    kickoffAt: at('20T09:00'),
    status: 'ft',
    score: [2, 1],
  });
  // Kicks off with the first one: the id decides.
  match.same = await createMatch(db, { leagueId: known.cup, kickoffAt: at('20T09:00'), status: 'ft', score: [0, 0] });
  match.live = await createMatch(db, {
    leagueId: known.league,
    awayTeamId: known.town,
    kickoffAt: at('20T11:30'),
    status: 'h1',
    score: [0, 1],
  });
  match.next = await createMatch(db, { leagueId: known.cup, homeTeamId: known.town, kickoffAt: at('21T00:00') });
  match.undated = await createMatch(db, { leagueId: known.cup, kickoffAt: null, status: 'tbd' });
});

describe('a list of matches', () => {
  it('has those of a UTC day by kick-off and id, today without a date', async () => {
    const day = [match.first, match.same, match.live, match.last];
    expect(await idsOf({ date: '2026-11-20' })).toEqual(day);
    expect(await idsOf({})).toEqual(day);
    expect(await idsOf({ date: '2026-11-21' })).toEqual([match.next]);
  });

  it('is narrowed by sport, league, team on either side, and state', async () => {
    expect(await idsOf({ sport: 'tennis' })).toEqual([match.last]);
    expect(await idsOf({ league_id: known.league })).toEqual([match.first, match.live]);
    expect(await idsOf({ team_id: known.town })).toEqual([match.first, match.live]);
    expect(await idsOf({ state: 'finished' })).toEqual([match.first, match.same]);
    expect(await idsOf({ state: 'live', team_id: known.town })).toEqual([match.live]);
  });

  it('spans days, without its end', async () => {
    const span = { from: '2026-11-20T11:30:00.000Z', to: '2026-11-21T00:00:00.000Z' };
    expect(await idsOf(span)).toEqual([match.live, match.last]);
    expect(await idsOf({ ...span, to: '2026-11-21T00:00:00.001Z' })).toEqual([match.live, match.last, match.next]);
  });

  it('has matches by id of any day, those without a date last', async () => {
    expect(await idsOf({ ids: [match.undated, match.next, 999_999, match.first].join() })).toEqual([
      match.first,
      match.next,
      match.undated,
    ]);
  });

  it.each([1, 2, 3, 4, 5])('is the same in pages of %i as in one', async (limit) => {
    const input = { ids: Object.values(match).join() };
    const pages: number[][] = [];
    let cursor: string | null = null;
    do {
      const { reply }: { reply: ReplyOf<typeof v1Matches> } = await list({ ...input, limit, ...(cursor !== null && { cursor }) });
      pages.push(reply.data.map(({ id }) => id));
      cursor = reply.next_cursor;
    } while (cursor !== null);
    expect(pages.flat()).toEqual(await idsOf(input));
    expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
  });

  it.each([
    ['a span without an end', { from: '2026-11-20T00:00:00.000Z' }, 'to'],
    ['an end without a beginning', { to: '2026-11-20T00:00:00.000Z' }, 'from'],
    ['a span of no length', { from: '2026-11-20T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z' }, 'to'],
    ['a span of more than 31 days', { from: '2026-11-01T00:00:00.000Z', to: '2026-12-02T00:00:00.001Z' }, 'to'],
    ['a day and a span', { date: '2026-11-20', from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' }, 'date'],
    ['a cursor of another list', { cursor: Buffer.from('[7]').toString('base64url') }, 'cursor'],
    ['a cursor that is none', { cursor: 'e30' }, 'cursor'],
    ['a cursor with a date that does not exist', { cursor: Buffer.from('["2026-13-40T00:00:00.000Z",1]').toString('base64url') }, 'cursor'],
    ['a hundred and one ids', { ids: Array.from({ length: 101 }, (_, i) => i + 1).join() }, 'ids'],
    ['a page of 201', { limit: 201 }, 'limit'],
    ['a field with a name that cannot be one', { fields: 'id,Home.Name' }, 'fields'],
    ['a field that no match has', { fields: 'id,kick_off' }, 'fields'],
    ['a field that every object has', { fields: 'id,__proto__' }, 'fields'],
  ])('refuses %s and says which parameter', async (_, input, field) => {
    const { status, problem } = await list(input as InputOf<typeof v1Matches>);
    expect({ status, code: problem.code, params: problem.params }).toEqual({
      status: 400,
      code: 'invalid_query',
      params: { field },
    });
  });
});

describe('a match', () => {
  it('says who won, on penalties too, and by an award; nobody while it is played', async () => {
    const winnerOf = async (id: number) => (await callApp(test.current.app, v1Match, { id })).reply.winner;
    const { db } = test.current.deps;
    const ended = { leagueId: known.cup, kickoffAt: at('01T12:00'), score: [1, 1] as [number, number] };
    const shootOut = await createMatch(db, { ...ended, status: 'pen' });
    await db
      .updateTable('matches')
      .set({ penalty: [3, 4] })
      .where('id', '=', shootOut)
      .execute();
    const awarded = await createMatch(db, { ...ended, status: 'awd' });
    await db.updateTable('matches').set({ awarded_to: 'home' }).where('id', '=', awarded).execute();
    expect(await winnerOf(shootOut)).toBe('away');
    expect(await winnerOf(awarded)).toBe('home');
    expect(await winnerOf(match.first)).toBe('home');
    expect(await winnerOf(match.same)).toBe('draw');
    expect(await winnerOf(match.live)).toBeNull();
    expect(await winnerOf(match.undated)).toBeNull();
  });

  it('is kept until it changes, and then read anew', async () => {
    const { app, deps } = test.current;
    const score = async () => (await callApp(app, v1Match, { id: match.live })).reply.score.away;
    expect(await score()).toBe(1);
    await deps.db.updateTable('matches').set({ away_score: 2 }).where('id', '=', match.live).execute();
    expect(await score()).toBe(1);
    deps.publish(`match:${match.live}`, { t: 'refetch' });
    expect(await score()).toBe(2);
  });
});

it('pages leagues by id', async () => {
  const { app } = test.current;
  const first = await callApp(app, v1Leagues, { limit: 2 });
  expect(first.reply.data.map(({ id }) => id)).toEqual([known.league, known.cup]);
  const second = await callApp(app, v1Leagues, { limit: 2, cursor: first.reply.next_cursor! });
  expect(second.reply).toMatchObject({ data: [{ id: known.tennis }], next_cursor: null });
});
