import { beforeEach, describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import {
  getTippingInvitation,
  listOpenTippingGroups,
  listTippingMembers,
  removeTippingMember,
  setTippingRole,
} from '#contract/tipping-groups.ts';
import { assignTippingPlace, importTipping, listTippingPlaces, removeTippingPlace } from '#contract/tipping-import.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import { PRESETS, type TippingRules } from '#domain/tipping/rules.ts';
import { eraseAccounts } from '#server/modules/account-closure/deletion.ts';
import { callApp, TEST_NOW, useTestApp } from '#test/support/app.ts';
import { createLeague, createMatch, createTeam, createUser, type TestUser } from '#test/support/factories.ts';
import { createRound, joinAll, scoreMatch, tippingCalls } from '#test/support/tipping.ts';

const test = useTestApp({ FEED: 'none' });
const { call, create, join, see, round, table, tip, tipsOf, setRules } = tippingCalls(() => test.current);

beforeEach(() => test.current.clock.set(TEST_NOW));

const NOT_FOUND = { status: 404, problem: { code: 'not_found' } };
const FORBIDDEN = { status: 403, problem: { code: 'forbidden' } };
const PLAYED = new Date(Date.parse(TEST_NOW) - 10 * DAY_MS);
const DAY = PLAYED.toISOString().slice(0, 10);

/** A group that begins in the middle of a season: one match is over, one is in play, one begins in a minute. */
async function moveIn({ rules = PRESETS.classic as TippingRules, visibility = 'private' as 'private' | 'listed' } = {}) {
  const { db } = test.current.deps;
  const owner = await createUser(test.current);
  const leagueId = await createLeague(db);
  const home = await createTeam(db, 'Westford United');
  await db
    .updateTable('teams')
    .set({ aliases: ['The Herons'] })
    .where('id', '=', home)
    .execute();
  const away = await createTeam(db, 'FC Südhafen');
  const match = (of: { homeTeamId: number; awayTeamId: number }, kickoffAt: Date, name: string) =>
    createMatch(db, { leagueId, kickoffAt, round: name, ...of });
  const over = await match({ homeTeamId: home, awayTeamId: away }, PLAYED, 'Round 1');
  await scoreMatch(test.current, over, [2, 1]);
  const playing = await match({ homeTeamId: away, awayTeamId: home }, new Date(Date.parse(TEST_NOW) - MINUTE_MS), 'Round 2');
  await scoreMatch(test.current, playing, [3, 0], 'h1');
  const { matchIds } = await createRound(test.current, 2, { leagueId, round: 'Round 3' });
  const own = matchIds[0]!;
  const { reply } = await create(owner, { name: 'Movers', visibility, rules, competitions: [{ kind: 'league', league_id: leagueId }] });
  return { id: reply.id, code: reply.code!, owner, leagueId, over, playing, own };
}

const files = (tips: string, more: { members?: string; rules?: string } = {}) => ({
  tips: `Name;Heim;Gast;Datum;Tipp;Joker\r\n${tips}`,
  ...more,
});
const line = (name: string, score: string, { home = 'Westford United', away = 'FC Südhafen', day = DAY, joker = '' } = {}) =>
  `${name};${home};${away};${day};${score};${joker}\r\n`;
type Files = Omit<InputOf<typeof importTipping>, 'group_id' | 'mode'>;
const send = (user: TestUser, group_id: string, given: Files, mode: 'preview' | 'import' = 'import') =>
  call(importTipping, { group_id, mode, ...given }, user);
const faultsOf = async (answer: ReturnType<typeof send>) =>
  (await answer).reply.faults.map(({ file, line: at, fault }) => `${file} ${at} ${fault}`);
const places = async (user: TestUser, group_id: string) => (await call(listTippingPlaces, { group_id }, user)).reply;
const handleOf = async ({ id }: TestUser) =>
  (await test.current.deps.db.selectFrom('users').select('public_handle').where('id', '=', id).executeTakeFirstOrThrow()).public_handle;

describe('an import', () => {
  it('says in a preview what it would do and writes nothing, then does it once', async () => {
    const { id, owner, over } = await moveIn();
    const given = files(line('Ana', '2:1') + line('Heinz', '1-0', { home: 'the herons', away: 'Suedhafen' }), {
      members: '\uFEFFName,E-Mail\nAna,ana@example.com\nHeinz,\nPaul,\n',
      rules: 'exact,5\ndifference,3\n',
    });
    const expected = {
      ...{ faults: [], places: ['Ana', 'Heinz', 'Paul'], tips: { added: 2, changed: 0, same: 0, matches: 1 } },
      rules: { ...PRESETS.classic, points: { ...PRESETS.classic.points, exact: 5 } },
    };
    expect((await send(owner, id, given, 'preview')).reply).toMatchObject({ ...expected, is_written: false });
    expect(await places(owner, id)).toMatchObject({ items: [], imports: [], is_open: true });
    expect((await see(owner, id)).reply).toMatchObject({ imported: null, rules: PRESETS.classic, rounds: [{ round: 'Round 3' }] });
    expect((await send(owner, id, given)).reply).toMatchObject({ ...expected, is_written: true });
    expect((await send(owner, id, given)).reply).toMatchObject({
      ...{ is_written: false, places: [], rules: null, tips: { added: 0, changed: 0, same: 2, matches: 1 } },
    });
    const shown = await places(owner, id);
    expect(shown.items.map(({ name, tips, code }) => [name, tips, code?.length])).toEqual([
      ['Ana', 1, 8],
      ['Heinz', 1, 8],
      ['Paul', 0, 8],
    ]);
    const by = await handleOf(owner);
    expect(shown.imports).toEqual([{ by, at: TEST_NOW, places: 3, tips: 2, changed: 0 }]);
    const group = (await see(owner, id)).reply;
    expect(group).toMatchObject({ imported: { by, at: TEST_NOW, tips: 2 }, members: 1 });
    expect(group.rounds.map(({ round: name, state }) => [name, state])).toEqual([
      ['Round 1', 'over'],
      ['Round 3', 'open'],
    ]);
    // Everybody sees that these tips were entered after the match had closed.
    const { reply } = await tipsOf(owner, id, over);
    expect(reply).toMatchObject({ closed_at: PLAYED.toISOString(), terms: { tips: 2, right: 2, rules: { points: { exact: 5 } } } });
  });

  it('replaces what was imported before, and tells the group how often', async () => {
    const { id, owner, over } = await moveIn();
    await send(owner, id, files(line('Ana', '2:1')));
    expect((await send(owner, id, files(line('ana', '0:0')))).reply).toMatchObject({ places: [], tips: { changed: 1 }, is_written: true });
    expect((await places(owner, id)).imports).toMatchObject([{ tips: 0, changed: 1 }, { tips: 1 }]);
    expect((await tipsOf(owner, id, over)).reply.terms).toMatchObject({ tips: 1, right: 0 });
  });

  it('counts the jokers of a round over all imports', async () => {
    const { id, owner, leagueId } = await moveIn({ rules: { ...PRESETS.classic, jokers: { perRound: 1, factor: 2 } } });
    const { db } = test.current.deps;
    const [homeTeamId, awayTeamId] = [await createTeam(db, 'Harbour'), await createTeam(db, 'Valley')];
    const other = await createMatch(db, { leagueId, kickoffAt: PLAYED, round: 'Round 1', homeTeamId, awayTeamId });
    await scoreMatch(test.current, other, [1, 0]);
    const atHarbour = (joker: string) => line('Ana', '1:0', { home: 'Harbour', away: 'Valley', joker });
    expect(await faultsOf(send(owner, id, files(line('Ana', '2:1', { joker: 'x' }))))).toEqual([]);
    expect(await faultsOf(send(owner, id, files(atHarbour('x'))))).toEqual(['tips 2 too_many_jokers']);
    // The joker moves if the same file takes it from the other match.
    expect(await faultsOf(send(owner, id, files(line('Ana', '2:1') + atHarbour('x'))))).toEqual([]);
    expect(await faultsOf(send(owner, id, files(line('Ana', '2:1', { joker: 'x' }))))).toEqual(['tips 2 too_many_jokers']);
  });

  it('leaves out what it cannot use, by line, and takes the rest', async () => {
    const { id, owner } = await moveIn();
    const given = files(
      [
        line('Ana', '2:1'),
        line('Ana', '1:1'),
        line('Ana', 'x'),
        line('Zoë', '2:1'),
        line('Ana', '2:1', { home: 'Atlantis' }),
        line('Ana', '2:1', { day: '2020-01-01' }),
        line('Ana', '2:1', { away: 'Westford United' }),
        line('Ben', '2:1', { joker: 'x' }),
      ].join(''),
      { members: 'Ana\nBen' },
    );
    expect(await faultsOf(send(owner, id, given))).toEqual([
      'tips 3 tip_twice',
      'tips 4 bad_tip',
      'tips 5 unknown_member',
      'tips 6 unknown_team',
      'tips 7 no_match',
      'tips 8 no_match',
      'tips 9 too_many_jokers',
    ]);
    expect((await places(owner, id)).imports).toMatchObject([{ places: 2, tips: 1 }]);
    expect(await faultsOf(send(owner, id, { members: '"Ana\n', tips: 'Tipp;Gast\n2:1;B' }))).toEqual(['members 1 quotes', 'tips 1 header']);
  });

  it('is refused as a whole if its rules are faulty: nothing is scored by rules that nobody wrote', async () => {
    const { id, owner } = await moveIn();
    const { reply } = await send(owner, id, files(line('Ana', '2:1'), { rules: 'exact;1\ntendency;2' }));
    expect(reply).toMatchObject({ is_written: false, faults: [{ file: 'rules', line: 0, fault: 'contradiction' }] });
    expect((await places(owner, id)).items).toEqual([]);
  });

  it('enters no tip of a match that the group itself tips, nor of one in play', async () => {
    const { id, owner, own, playing } = await moveIn();
    const { db } = test.current.deps;
    const { home, away } = await db
      .selectFrom('matches as m')
      .innerJoin('teams as h', 'h.id', 'm.home_team_id')
      .innerJoin('teams as a', 'a.id', 'm.away_team_id')
      .select(['h.name as home', 'a.name as away'])
      .where('m.id', '=', own)
      .executeTakeFirstOrThrow();
    const day = TEST_NOW.slice(0, 10);
    const given = files(
      line('Ana', '3:0', { home: 'FC Südhafen', away: 'Westford United', day }) + line('Ana', '1:0', { home, away, day }),
    );
    expect(await faultsOf(send(owner, id, given))).toEqual(['tips 2 not_over', 'tips 3 own_match']);
    await scoreMatch(test.current, playing, [3, 0]);
    expect(await faultsOf(send(owner, id, given))).toEqual(['tips 3 own_match']);
  });

  it('is over once the first match of the group has closed, whatever it holds', async () => {
    const { id, owner } = await moveIn();
    await send(owner, id, files(line('Ana', '2:1')));
    test.current.clock.set(new Date(Date.parse(TEST_NOW) + MINUTE_MS));
    const refused = { status: 409, problem: { code: 'import_closed' } };
    for (const mode of ['preview', 'import'] as const)
      expect(await send(owner, id, files(line('Ana', '0:0')), mode)).toMatchObject(refused);
    expect(await places(owner, id)).toMatchObject({ is_open: false, imports: [{ tips: 1 }] });
  });

  it("is the owner's alone", async () => {
    const { id, code, owner } = await moveIn();
    const [helper, member] = (await joinAll(test.current, code, 2)) as [TestUser, TestUser];
    test.current.clock.set(TEST_NOW);
    await call(setTippingRole, { group_id: id, handle: await handleOf(helper), role: 'helper' }, owner);
    await send(owner, id, { members: 'Ana' });
    const [ana] = (await places(owner, id)).items;
    for (const user of [helper, member]) {
      expect(await send(user, id, { members: 'Ben' })).toMatchObject(FORBIDDEN);
      expect(await call(removeTippingPlace, { group_id: id, place_id: ana!.id }, user)).toMatchObject(FORBIDDEN);
      const given = { group_id: id, place_id: ana!.id, handle: await handleOf(user) };
      expect(await call(assignTippingPlace, given, user)).toMatchObject(FORBIDDEN);
      expect((await places(user, id)).items).toEqual([{ id: ana!.id, name: 'Ana', tips: 0, code: null }]);
    }
    const stranger = await createUser(test.current);
    expect(await send(stranger, id, { members: 'Ben' })).toMatchObject(NOT_FOUND);
    expect(await call(listTippingPlaces, { group_id: id }, stranger)).toMatchObject(NOT_FOUND);
  });

  it('takes files that are larger than other requests, up to a limit', async () => {
    const { id, owner } = await moveIn();
    const many = (count: number) => files(line('Ana', '2:1').repeat(count));
    const { reply } = await send(owner, id, many(4_000), 'preview');
    expect(reply).toMatchObject({ tips: { added: 1 }, faults_total: 3_999 });
    expect(reply.faults).toHaveLength(200);
    expect((await send(owner, id, many(20_000), 'preview')).status).toBeGreaterThanOrEqual(400);
  });
});

describe('a place', () => {
  async function imported(of: Parameters<typeof moveIn>[0] = {}) {
    const moved = await moveIn(of);
    await send(moved.owner, moved.id, files(line('Ana', '2:1') + line('Ben', '1:0') + line('Cem', '0:0')));
    const { items } = await places(moved.owner, moved.id);
    return { ...moved, place: Object.fromEntries(items.map(({ name, id, code }) => [name, { id, code: code! }])) };
  }

  it('is taken with its code, once, by somebody new', async () => {
    const { id, owner, place } = await imported();
    const show = (code: string) => callApp(test.current.app, getTippingInvitation, { code });
    expect((await show(place.Ana!.code)).reply).toMatchObject({ id, place: 'Ana', members: 1 });
    const ana = await createUser(test.current);
    expect((await join(ana, place.Ana!.code)).reply).toMatchObject({ id, role: 'member', members: 2 });
    expect((await round(ana, id, (await see(ana, id)).reply.rounds[0]!.key)).reply).toMatchObject({
      items: [{ state: 'final', mine: { home: 2, away: 1, entered_at: TEST_NOW }, scored: { points: 4 } }],
    });
    expect(await show(place.Ana!.code)).toMatchObject(NOT_FOUND);
    expect(await join(await createUser(test.current), place.Ana!.code)).toMatchObject(NOT_FOUND);
    expect(await join(ana, place.Ben!.code)).toMatchObject({ status: 409, problem: { code: 'place_taken' } });
    const { items } = (await call(listTippingMembers, { group_id: id }, owner)).reply;
    expect(items.map(({ handle, place: name }) => [handle, name])).toEqual([
      [await handleOf(owner), null],
      [await handleOf(ana), 'Ana'],
    ]);
  });

  it('goes to one of two who enter its code at the same time', async () => {
    const { place, id, owner } = await imported();
    const users = [await createUser(test.current), await createUser(test.current)];
    const answers = await Promise.all(users.map((user) => join(user, place.Ben!.code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await see(owner, id)).reply.members).toBe(2);
  });

  it('is given by the owner to a member, whose own tips stay', async () => {
    const { id, owner, own, place, code } = await imported();
    const [ben] = (await joinAll(test.current, code, 1)) as [TestUser];
    test.current.clock.set(TEST_NOW);
    await tip(ben, id, [{ match_id: own, tip: { home: 3, away: 3 } }]);
    const give = async (user: TestUser, name: string) =>
      call(assignTippingPlace, { group_id: id, place_id: place[name]!.id, handle: await handleOf(user) }, owner);
    expect((await table(ben, id)).reply.me).toMatchObject({ points: 0, tips: 0 });
    expect((await give(ben, 'Ben')).status).toBe(200);
    expect((await table(ben, id)).reply.me).toMatchObject({ points: 3, tips: 1 });
    const { rounds } = (await see(ben, id)).reply;
    expect((await round(ben, id, rounds[1]!.key)).reply.items[0]!.mine).toMatchObject({ home: 3, away: 3 });
    expect(await give(ben, 'Ana')).toMatchObject({ status: 409, problem: { code: 'place_taken' } });
    expect((await give(owner, 'Ana')).status).toBe(200);
    expect((await table(owner, id)).reply.me).toMatchObject({ points: 4 });
    expect(await give(owner, 'Ben')).toMatchObject({ status: 409 });
    // The same file again finds its members by their imported names.
    const again = await send(owner, id, files(line('Ana', '2:1') + line('Ben', '1:0')));
    expect(again.reply).toMatchObject({ is_written: false, tips: { same: 2 } });
  });

  it('is in the table under its name, marked, and nothing counts for it by default', async () => {
    const { id, owner, own, place } = await imported({ rules: { ...PRESETS.classic, defaultTip: 'zero' } });
    const rows = async () => (await table(owner, id)).reply.items.filter(({ kind }) => kind === 'place');
    expect((await rows()).map(({ name, handle, points }) => [name, handle, points])).toEqual([
      ['Ana', null, 4],
      ['Ben', null, 3],
      ['Cem', null, 0],
    ]);
    test.current.clock.set(new Date(Date.parse(TEST_NOW) + MINUTE_MS));
    await scoreMatch(test.current, own, [0, 0]);
    expect((await table(owner, id)).reply.me).toMatchObject({ points: 4 });
    expect((await rows()).map(({ points }) => points)).toEqual([4, 3, 0]);
    const ana = await createUser(test.current);
    await join(ana, place.Ana!.code);
    expect((await table(ana, id)).reply.me).toMatchObject({ kind: 'member', points: 4 });
  });

  it('shows that its tips were imported', async () => {
    const { id, owner, over } = await imported();
    const { reply } = await tipsOf(owner, id, over);
    expect(reply.is_imported).toBe(true);
    expect(reply.items.filter(({ kind }) => kind === 'place').map(({ name, entered_at }) => [name, entered_at])).toEqual([
      ['Ana', TEST_NOW],
      ['Ben', TEST_NOW],
      ['Cem', TEST_NOW],
    ]);
  });

  it('makes no group look larger, and is removed by the owner, after which only its tips count', async () => {
    const { id, owner, over, place } = await imported({ visibility: 'listed' });
    const { items } = (await callApp(test.current.app, listOpenTippingGroups, { q: 'Movers' })).reply;
    expect(items.find((group) => group.id === id)!.members).toBe(1);
    await call(removeTippingPlace, { group_id: id, place_id: place.Cem!.id }, owner);
    expect(await join(await createUser(test.current), place.Cem!.code)).toMatchObject(NOT_FOUND);
    expect((await places(owner, id)).items.map(({ name }) => name)).toEqual(['Ana', 'Ben']);
    expect((await tipsOf(owner, id, over)).reply.terms).toMatchObject({ tips: 3 });
    expect((await send(owner, id, files(line('Cem', '0:0')))).reply).toMatchObject({ places: ['Cem'], tips: { same: 1 } });
  });

  it('keeps no name of an account that ended, and leaves with the group', async () => {
    const { id, owner, place } = await imported();
    const { deps } = test.current;
    const ana = await createUser(test.current);
    await join(ana, place.Ana!.code);
    await deps.db.updateTable('users').set({ deletion_due_at: deps.now() }).where('id', '=', ana.id).execute();
    await eraseAccounts(deps);
    const names = async () =>
      (await deps.db.selectFrom('tipping_members').select('place_name').where('group_id', '=', id).execute()).flatMap(
        ({ place_name }) => place_name ?? [],
      );
    expect((await names()).sort()).toEqual(['Ben', 'Cem']);
    // Places are no heirs: the group ends with its last user.
    await call(removeTippingMember, { group_id: id, handle: await handleOf(owner) }, owner);
    expect(await names()).toEqual([]);
  });

  it('cannot be guessed', async () => {
    const { place } = await imported();
    const guesser = await createUser(test.current);
    for (let n = 0; n < 20; n++) await join(guesser, `BBBB${String(n).padStart(4, '2').replaceAll('1', '2').replaceAll('0', '3')}`);
    expect(await join(guesser, place.Ana!.code)).toMatchObject({ status: 429 });
  });

  it('keeps the rules with which it was imported when others are set later', async () => {
    const { id, owner } = await imported();
    await setRules(owner, id, { ...PRESETS.classic, points: { ...PRESETS.classic.points, exact: 100 } });
    expect((await table(owner, id)).reply.items.find(({ name }) => name === 'Ana')!.points).toBe(4);
  });
});
