import ICAL from 'ical.js';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { CALENDARS_MAX, createCalendar, listCalendars, removeCalendar } from '#contract/calendar-feeds.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { addFavorite } from '#contract/favorites.ts';
import { putShield } from '#contract/notifications.ts';
import { removeTippingMember } from '#contract/tipping-groups.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { eraseUser } from '#server/modules/account-closure/deletion.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam, createUser, type TestUser } from '#test/support/factories.ts';
import { tippingCalls } from '#test/support/tipping.ts';

const test = useTestApp({ PUBLIC_URL: 'https://matchpoint.example' });
const { create: createGroup, join, tip } = tippingCalls(() => test.current);
const after = (ms: number) => new Date(Date.parse(TEST_NOW) + ms);

/** What the feed knew: two teams, their league, a match that ended yesterday (2–1) and one tomorrow. */
interface World {
  home: number;
  away: number;
  league: number;
  past: number;
  next: number;
}
let world: World;
let user: TestUser;
beforeEach(async () => {
  const { db } = test.current.deps;
  test.current.clock.set(TEST_NOW);
  await db.deleteFrom('rate_limits').execute();
  const [home, away] = [await createTeam(db, 'Avalon'), await createTeam(db, 'Byron')];
  const league = await createLeague(db, { name: 'First Division' });
  const sides = { leagueId: league, homeTeamId: home, awayTeamId: away };
  const past = await createMatch(db, { ...sides, kickoffAt: after(-DAY_MS), status: 'ft', score: [2, 1] });
  const next = await createMatch(db, { ...sides, kickoffAt: after(DAY_MS) });
  world = { home, away, league, past, next };
  user = await createUser(test.current);
});

const get = async (path: string, init: RequestInit = {}) =>
  test.current.app.request(path.replace(/^(https|webcal):\/\/matchpoint\.example/, ''), init);
const PLAIN = { locale: 'en', shows_results: false, alarm_minutes: null } as const;
const make = (input: Partial<InputOf<typeof createCalendar>> = {}, { token } = user) =>
  callApp(test.current.app, createCalendar, { kind: 'mine', ...PLAIN, ...input }, { token });
const mine = async ({ token } = user) => (await callApp(test.current.app, listCalendars, {}, { token })).reply.items;
const remove = (id: string, { token } = user) => callApp(test.current.app, removeCalendar, { id }, { token });
const statusOf = async (path: string) => (await get(path)).status;
/** Files are made anew after a minute. */
const later = () => test.current.clock.advance(MINUTE_MS + 1);

async function eventsAt(path: string) {
  const response = await get(path);
  expect(response.status, path).toBe(200);
  return eventsIn(await response.text());
}
const eventsIn = (text: string) => new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((part) => new ICAL.Event(part));
const titlesAt = async (path: string) => (await eventsAt(path)).map(({ summary }) => summary);
const uid = (id: number) => `match-${id}@matchpoint.example`;

describe('the public calendar of a team or a league', () => {
  const paths = () => [`/api/teams/${world.home}/calendar.ics`, `/api/leagues/${world.league}/calendar.ics`];

  it('has the last 30 days and what is to come, with dates, in order, without a result', async () => {
    const { db } = test.current.deps;
    const sides = { leagueId: world.league, homeTeamId: world.away, awayTeamId: world.home };
    await createMatch(db, { ...sides, kickoffAt: after(-31 * DAY_MS), status: 'ft', score: [5, 5] });
    await createMatch(db, { ...sides, kickoffAt: null });
    const last = await createMatch(db, { ...sides, kickoffAt: after(200 * DAY_MS) });
    for (const path of paths()) {
      const events = await eventsAt(`${path}?lang=en`);
      expect(events.map((event) => event.uid)).toEqual([world.past, world.next, last].map(uid));
      expect(events.map(({ summary }) => summary)).toEqual(['Avalon – Byron', 'Avalon – Byron', 'Byron – Avalon']);
    }
  });

  it('tells calendars its name and how often to ask, and is answered 304 while nothing has changed', async () => {
    for (const path of paths()) {
      const response = await get(path);
      const text = await response.text();
      expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n');
      expect(text).toMatch(/X-WR-CALNAME:(Avalon|First Division) · Matchpoint/);
      expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
      const known = { headers: { 'If-None-Match': response.headers.get('etag')! } };
      later();
      expect((await get(path, known)).status).toBe(304);
      await test.current.deps.db.updateTable('matches').set({ status: 'h1', home_score: 1 }).where('id', '=', world.next).execute();
      later();
      expect((await get(path, known)).status).toBe(304);
      await test.current.deps.db
        .updateTable('matches')
        .set({ kickoff_at: after(50 * HOUR_MS) })
        .where('id', '=', world.next)
        .execute();
      later();
      const moved = await get(path, known);
      expect(moved.status).toBe(200);
      const [, event] = eventsIn(await moved.text());
      expect([event!.startDate.toJSDate(), event!.sequence]).toEqual([after(50 * HOUR_MS), 1]);
      await test.current.deps.db.deleteFrom('match_calendar_changes').execute();
      await test.current.deps.db
        .updateTable('matches')
        .set({ kickoff_at: after(DAY_MS) })
        .where('id', '=', world.next)
        .execute();
      await test.current.deps.db.deleteFrom('match_calendar_changes').execute();
      later();
    }
  });

  it('answers HEAD as GET, without a body', async () => {
    for (const path of paths()) {
      const [head, whole] = [await get(path, { method: 'HEAD' }), await get(path)];
      expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', whole.headers.get('etag')]);
    }
  });

  it('is an empty calendar before there are fixtures, and not there for what is unknown', async () => {
    const { db } = test.current.deps;
    expect(await eventsAt(`/api/leagues/${await createLeague(db)}/calendar.ics`)).toEqual([]);
    expect(await eventsAt(`/api/teams/${await createTeam(db)}/calendar.ics`)).toEqual([]);
    for (const id of ['2000000000', '0', 'x', '1.5'])
      for (const of of ['teams', 'leagues']) expect(await statusOf(`/api/${of}/${id}/calendar.ics`), id).toBe(404);
    expect(await statusOf(`${paths()[0]}?lang=fr`)).toBe(400);
  });

  it('has at most 400 of 5,000 matches: the latest 100 and the next 300', async () => {
    const { db } = test.current.deps;
    const { league, home, away } = world;
    await sql`
      insert into matches (league_id, season, round, home_team_id, away_team_id, kickoff_at, draw_possible)
      select ${league}, '2026/27', 'Round ' || n, ${home}, ${away}, ${after(0)}::timestamptz + (n - 2500) * interval '10 minutes', true
      from generate_series(1, 5000) n`.execute(db);
    for (const path of paths()) {
      const starts = (await eventsAt(path)).map(({ startDate }) => startDate.toJSDate().getTime());
      expect(starts).toHaveLength(400);
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
      expect(starts.filter((at) => at <= after(0).getTime())).toHaveLength(100);
      expect(starts[99]).toBe(after(0).getTime());
    }
  });

  it('stays one file whatever the names are', async () => {
    const { db } = test.current.deps;
    const injected = '\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:x\nATTACH:http://evil.example';
    const evil = `${'北'.repeat(30)}${injected}`;
    await db.updateTable('teams').set({ name: evil }).where('id', '=', world.home).execute();
    await db.updateTable('leagues').set({ name: evil }).where('id', '=', world.league).execute();
    await db
      .updateTable('matches')
      .set({ venue: `${'门'.repeat(500)}${injected}` })
      .where('id', '=', world.next)
      .execute();
    for (const path of paths()) {
      const text = await (await get(path)).text();
      expect(eventsIn(text).map((event) => event.uid)).toEqual([world.past, world.next].map(uid));
      expect(text.split('\r\n').filter((line) => /^ATTACH|^SUMMARY:x/.test(line))).toEqual([]);
      expect(Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    }
  });
});

describe('a calendar at an address of its own', () => {
  it('is made for a team, a league, a group or what the user follows, each with its matches', async () => {
    const { reply: group } = await createGroup(user, {
      name: 'Friends',
      visibility: 'private',
      competitions: [{ kind: 'team', team_id: world.home }],
    });
    const lone = await createMatch(test.current.deps.db, { kickoffAt: after(3 * DAY_MS) });
    await callApp(test.current.app, addFavorite, { kind: 'match', id: lone }, { token: user.token });
    await callApp(test.current.app, addFavorite, { kind: 'team', id: world.away }, { token: user.token });
    const both = [world.past, world.next];
    const cases = [
      [{ kind: 'team', team_id: world.home }, both],
      [{ kind: 'league', league_id: world.league }, both],
      // What began before the group was made is not the group's.
      [{ kind: 'group', group_id: group.id }, [world.next]],
      [{ kind: 'mine' }, [...both, lone]],
    ] as const;
    for (const [input, ids] of cases) {
      test.current.clock.advance(1_000);
      const { status, reply } = await make(input);
      expect(status).toBe(201);
      expect(reply.url).toMatch(/^https:\/\/matchpoint\.example\/calendar\/[\w-]{43}\.ics$/);
      expect(reply.webcal_url).toBe(reply.url.replace('https:', 'webcal:'));
      expect((await eventsAt(reply.url)).map((event) => event.uid)).toEqual(ids.map(uid));
    }
    expect((await mine()).map(({ kind, team, league, group }) => [kind, team?.name ?? league?.name ?? group?.name])).toEqual([
      ['mine', undefined],
      ['group', 'Friends'],
      ['league', 'First Division'],
      ['team', 'Avalon'],
    ]);
  });

  it('is stored without its address, and says when it was last fetched', async () => {
    const { reply } = await make({ kind: 'team', team_id: world.home });
    const token = /calendar\/([\w-]+)/.exec(reply.url)![1]!;
    const rows = JSON.stringify(await test.current.deps.db.selectFrom('calendar_feeds').selectAll().execute());
    expect(rows).not.toContain(token);
    expect(rows).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    expect(JSON.stringify(await mine())).not.toContain(token);
    expect((await mine())[0]!.fetched_at).toBeNull();
    await get(reply.url);
    expect((await mine())[0]!.fetched_at).toBe(TEST_NOW);
    test.current.clock.advance(9 * MINUTE_MS);
    await get(reply.url);
    expect((await mine())[0]!.fetched_at).toBe(TEST_NOW);
    test.current.clock.advance(2 * MINUTE_MS);
    await get(reply.url, { method: 'HEAD' });
    expect((await mine())[0]!.fetched_at).toBe(after(11 * MINUTE_MS).toISOString());
  });

  it('has the language, the results and the reminder that were chosen', async () => {
    const { db } = test.current.deps;
    await db
      .updateTable('teams')
      .set({ names: JSON.stringify({ 'zh-CN': '阿瓦隆' }) })
      .where('id', '=', world.home)
      .execute();
    const { reply } = await make({ kind: 'team', team_id: world.home, locale: 'zh-CN', shows_results: true, alarm_minutes: 15 });
    const text = await (await get(reply.url)).text();
    expect(eventsIn(text).map(({ summary }) => summary)).toEqual(['阿瓦隆 2–1 Byron', '阿瓦隆 – Byron']);
    expect(text.match(/TRIGGER:-PT15M/g)).toHaveLength(2);
    await db
      .updateTable('matches')
      .set({ status: 'pen', home_score: 1, penalty: [4, 3] })
      .where('id', '=', world.past)
      .execute();
    await db.updateTable('matches').set({ status: 'h2', home_score: 1, away_score: 0 }).where('id', '=', world.next).execute();
    later();
    expect(await titlesAt(reply.url)).toEqual(['阿瓦隆 1–1 (4–3) Byron', '阿瓦隆 – Byron']);
    const plain = await make({ kind: 'team', team_id: world.home });
    expect(await titlesAt(plain.reply.url)).toEqual(['Avalon – Byron', 'Avalon – Byron']);
    // A result changes the event, though not its time.
    const [over, coming] = eventsIn(text).map(({ component }) => String(component.getFirstPropertyValue('last-modified')));
    expect(over! > coming!).toBe(true);
  });

  it('never has a tip, nor a match for having been tipped', async () => {
    const { reply: group } = await createGroup(user, {
      name: 'Friends',
      visibility: 'private',
      competitions: [{ kind: 'league', league_id: world.league }],
    });
    expect((await tip(user, group.id, [{ match_id: world.next, tip: { home: 9, away: 8 } }])).status).toBe(200);
    const [own, ofGroup] = [await make({ shows_results: true }), await make({ kind: 'group', group_id: group.id, shows_results: true })];
    expect(await eventsAt(own.reply.url)).toEqual([]);
    const text = await (await get(ofGroup.reply.url)).text();
    expect(eventsIn(text)).toHaveLength(1);
    expect(text).not.toMatch(/9\D{1,3}8/);
  });

  it('is private to keep, for no search engine, and answered 304 to who knows it', async () => {
    const { reply } = await make({ kind: 'league', league_id: world.league });
    const { headers } = await get(reply.url);
    expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['private, no-cache', 'noindex']);
    expect((await get(reply.url, { headers: { 'If-None-Match': headers.get('etag')! } })).status).toBe(304);
  });
});

describe('the spoiler shield in a calendar', () => {
  const shielded = (shield: string | null, { token } = user) => callApp(test.current.app, putShield, { shield }, { token });
  /** The shield goes by the database's clock. */
  const now = (ms: number) => new Date(Date.now() + ms);
  const ended = (ago: number, score: [number, number]) =>
    createMatch(test.current.deps.db, { homeTeamId: world.home, awayTeamId: world.away, kickoffAt: now(-ago), status: 'ft', score });
  const results = async (url: string) => {
    later();
    return (await titlesAt(url)).filter((title) => /\d/.test(title));
  };
  beforeEach(async () => {
    await test.current.deps.db.deleteFrom('matches').where('id', 'in', [world.past, world.next]).execute();
    test.current.clock.set(new Date());
    user = await createUser(test.current);
  });

  it('hides the results of the last two days from who has results hidden, whatever was chosen', async () => {
    await ended(20 * HOUR_MS, [3, 0]);
    await ended(60 * HOUR_MS, [2, 2]);
    const { reply } = await make({ kind: 'team', team_id: world.home, shows_results: true });
    expect(await results(reply.url)).toEqual(['Avalon 2–2 Byron', 'Avalon 3–0 Byron']);
    await shielded('reveal');
    expect(await results(reply.url)).toEqual(['Avalon 2–2 Byron']);
    await shielded(null);
    expect(await results(reply.url)).toEqual(['Avalon 2–2 Byron', 'Avalon 3–0 Byron']);
  });

  it('holds a result back for as long as the delay', async () => {
    const { db } = test.current.deps;
    const id = await ended(2 * HOUR_MS, [1, 0]);
    await db.updateTable('matches').set({ status: 'h2' }).where('id', '=', id).execute();
    await sql`delete from shield.past`.execute(db);
    const { reply } = await make({ kind: 'team', team_id: world.home, shows_results: true });
    await db.updateTable('matches').set({ status: 'ft' }).where('id', '=', id).execute();
    expect(await results(reply.url)).toEqual(['Avalon 1–0 Byron']);
    await shielded('180');
    expect(await results(reply.url)).toEqual([]);
    await sql`update shield.past set changed_at = changed_at - interval '181 seconds'`.execute(db);
    expect(await results(reply.url)).toEqual(['Avalon 1–0 Byron']);
  });

  it('is the strictest of all browsers, and stays after signing out', async () => {
    const { db, now: at } = test.current.deps;
    await ended(20 * HOUR_MS, [3, 0]);
    const { reply } = await make({ kind: 'team', team_id: world.home, shows_results: true });
    await shielded('reveal');
    await db.updateTable('sessions').set({ ended_at: at(), ended_because: 'logout' }).where('user_id', '=', user.id).execute();
    expect(await results(reply.url)).toEqual([]);
    const session = { remember: false, created_at: at(), last_seen_at: at(), expires_at: after(99 * DAY_MS), user_id: user.id };
    const other = { id: crypto.randomUUID(), shield: '15', shield_at: new Date(at().getTime() + 1_000), ...session };
    await db.insertInto('sessions').values(other).execute();
    expect(await results(reply.url)).toEqual(['Avalon 3–0 Byron']);
    await db.updateTable('sessions').set({ ended_at: null, ended_because: null }).where('id', '=', user.sessionId).execute();
    expect(await results(reply.url)).toEqual([]);
  });

  it('shares no file with a user who may know the result', async () => {
    await ended(20 * HOUR_MS, [3, 0]);
    const other = await createUser(test.current);
    await shielded('reveal');
    const input = { kind: 'team', team_id: world.home, shows_results: true } as const;
    const [held, open] = [(await make(input)).reply, (await make(input, other)).reply];
    expect(await titlesAt(open.url)).toEqual(['Avalon 3–0 Byron']);
    expect(await titlesAt(held.url)).toEqual(['Avalon – Byron']);
  });
});

describe('an address ends', () => {
  const groupCalendar = async () => {
    const { reply } = await createGroup(user, {
      name: 'Friends',
      visibility: 'private',
      competitions: [{ kind: 'league', league_id: world.league }],
    });
    const member = await createUser(test.current);
    await join(member, reply.code!);
    return { groupId: reply.id, code: reply.code!, member, url: (await make({ kind: 'group', group_id: reply.id }, member)).reply.url };
  };
  const handleOf = async ({ id }: TestUser) =>
    (await test.current.deps.db.selectFrom('users').select('public_handle').where('id', '=', id).executeTakeFirstOrThrow()).public_handle;

  it('when its user removes it, at once and for ever; others cannot', async () => {
    const { reply } = await make({ kind: 'league', league_id: world.league });
    const stranger = await createUser(test.current);
    expect((await remove(reply.calendar.id, stranger)).status).toBe(200);
    expect(await statusOf(reply.url)).toBe(200);
    for (let twice = 0; twice < 2; twice++) expect((await remove(reply.calendar.id)).status).toBe(200);
    const gone = await get(reply.url);
    expect([gone.status, ((await gone.json()) as { code: string }).code]).toEqual([404, 'not_found']);
    expect(await mine()).toEqual([]);
  });

  it('when a member leaves the group or is removed, and does not come back with them', async () => {
    const { groupId, code, member, url } = await groupCalendar();
    expect(await statusOf(url)).toBe(200);
    await callApp(test.current.app, removeTippingMember, { group_id: groupId, handle: await handleOf(member) }, { token: user.token });
    expect(await statusOf(url)).toBe(404);
    expect(await mine(member)).toEqual([]);
    await join(member, code);
    expect(await statusOf(url)).toBe(404);
  });

  it('when the group ends', async () => {
    const { groupId, url } = await groupCalendar();
    await test.current.deps.db.deleteFrom('tipping_groups').where('id', '=', groupId).execute();
    expect(await statusOf(url)).toBe(404);
  });

  it('while the account is disabled or about to be erased, and with its erasure', async () => {
    const { db } = test.current.deps;
    const { reply } = await make({ kind: 'team', team_id: world.home });
    const become = (values: object) => db.updateTable('users').set(values).where('id', '=', user.id).execute();
    await become({ status: 'disabled' });
    expect(await statusOf(reply.url)).toBe(404);
    await become({ status: 'normal', deletion_due_at: after(DAY_MS) });
    expect(await statusOf(reply.url)).toBe(404);
    await become({ deletion_due_at: null });
    expect(await statusOf(reply.url)).toBe(200);
    await eraseUser(db, user.id, 'gone-1');
    expect(await statusOf(reply.url)).toBe(404);
    expect(await db.selectFrom('calendar_feeds').select('id').where('user_id', '=', user.id).execute()).toEqual([]);
  });
});

describe('bad requests', () => {
  it('make nothing: other subjects than the kind’s, unknown ones, groups of others, guests, unconfirmed accounts', async () => {
    const stranger = await createUser(test.current);
    const { reply: group } = await createGroup(stranger, {
      name: 'Others',
      visibility: 'listed',
      competitions: [{ kind: 'league', league_id: world.league }],
    });
    const wrong = [
      { kind: 'team' },
      { kind: 'mine', team_id: world.home },
      { kind: 'team', team_id: world.home, league_id: world.league },
      { kind: 'league', team_id: world.home },
      { kind: 'team', team_id: -1 },
      { alarm_minutes: 30 },
      { locale: 'fr' },
      { shows_results: 'yes' },
      { kind: 'site' },
      { user_id: stranger.id },
    ];
    for (const input of wrong) expect((await make(input as never)).problem.code, JSON.stringify(input)).toBe('invalid_payload');
    for (const input of [
      { kind: 'team', team_id: 2_000_000_000 },
      { kind: 'league', league_id: 2_000_000_000 },
      { kind: 'group', group_id: group.id },
      { kind: 'group', group_id: crypto.randomUUID() },
    ] as const)
      expect(await make(input)).toMatchObject({ status: 404, problem: { code: 'not_found' } });
    expect((await make({}, { token: undefined } as never)).status).toBe(401);
    const unproven = await createUser(test.current, 0, { confirmed: false });
    expect((await make({}, unproven)).problem.code).toBe('contact_unconfirmed');
    expect(await mine()).toEqual([]);
  });

  it('are at most 20 calendars, also at once, and 30 an hour', async () => {
    const made = await Promise.all(Array.from({ length: CALENDARS_MAX + 3 }, () => make()));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(CALENDARS_MAX);
    expect(made.find(({ status }) => status === 409)!.problem).toMatchObject({ code: 'too_many_calendars' });
    expect(await mine()).toHaveLength(CALENDARS_MAX);
    const rest = await Promise.all(Array.from({ length: 8 }, () => make()));
    expect(rest.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  it('find nothing at forged or mangled addresses, and are soon refused', async () => {
    const { reply } = await make({ kind: 'team', team_id: world.home });
    const mangled = [reply.url.replace('.ics', ''), reply.url.replace('.ics', '.txt'), reply.url.replace('.ics', 'A.ics')];
    const forged = ['A'.repeat(43), '..%2f..%2fetc', '%00', "'--", 'x'.repeat(5_000)].map((token) => `/calendar/${token}.ics`);
    for (const path of [...mangled, ...forged]) {
      const response = await get(path);
      expect([response.status, response.headers.get('content-type')], path).toEqual([404, 'application/problem+json']);
    }
    let last = 0;
    for (let n = 0; n < 70 && last !== 429; n++) last = await statusOf(`/calendar/${'B'.repeat(43)}.ics`);
    expect(last).toBe(429);
    // Somebody's calendars go on behind the same address.
    expect(await statusOf(reply.url)).toBe(200);
  });

  it('get an address 60 times in ten minutes', async () => {
    const { reply } = await make({ kind: 'team', team_id: world.home });
    const other = await make({ kind: 'team', team_id: world.home });
    for (let n = 0; n < 60; n++) expect(await statusOf(reply.url)).toBe(200);
    const refused = await get(reply.url);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await statusOf(other.reply.url)).toBe(200);
  });
});
