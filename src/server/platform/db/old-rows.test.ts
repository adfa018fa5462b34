import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_TIES, type RiskStake, risksOf } from '#domain/play-at-risk.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { createEmptyDatabase, type TestDatabase } from '#test/database.ts';
import { freshWallet } from '#test/wallets.ts';
import { migrate, migrateUpTo } from './migrate.ts';

/** Rows as the version before migration 035 left them, in one database, and what the migrations after it make of them. */

const NOW = Date.now();
const ago = (ms: number) => new Date(NOW - ms);
const ahead = (ms: number) => new Date(NOW + ms);

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
  await migrateUpTo(database.db, '034-failing-devices');
  await writeOldRows();
  await migrate(database.db);
});
afterAll(() => database.drop());

const rows = async <T>(query: string, values: readonly unknown[] = []): Promise<T[]> =>
  (await database.pool.query(query, [...values])).rows as T[];

/** Writes a row of the old schema, and returns its id, drawn unless given. */
async function insert(table: string, values: Record<string, unknown>): Promise<string> {
  const columns = Object.keys(values);
  const places = columns.map((_, i) => `$${i + 1}`);
  const [row] = await rows<{ id?: string }>(
    `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')}) returning *`,
    Object.values(values),
  );
  return String(row!.id);
}

let serial = 0;

const insertUser = (values: Record<string, unknown> = {}) => {
  const n = ++serial;
  const email = `old${n}@example.com`;
  return insert('users', {
    ...{
      id: randomUUID(),
      email,
      email_identity: email,
      email_verified_at: ago(90 * DAY_MS),
      public_handle: `old${n}`,
      terms_version: '4',
    },
    ...{ invite_code: `OLD${String(n).padStart(5, '2')}`, created_at: ago(90 * DAY_MS), ...values },
  });
};

const insertSession = (user_id: string, device_id: string, values: Record<string, unknown> = {}) =>
  insert('sessions', {
    ...{
      id: randomUUID(),
      user_id,
      device_id,
      remember: true,
      created_at: ago(DAY_MS),
      last_seen_at: ago(HOUR_MS),
      expires_at: ahead(30 * DAY_MS),
    },
    ...values,
  });

const exclude = (user_id: string, values: Record<string, unknown> = {}) =>
  insert('exclusions', {
    id: randomUUID(),
    user_id,
    kind: 'self_exclusion',
    began_at: ago(10 * DAY_MS),
    until: ahead(300 * DAY_MS),
    ...values,
  });

const mark = (exclusion_id: string, name: string) => insert('exclusion_marks', { hash: Buffer.from(name), exclusion_id });

const audit = (action: string, kind: string, id: string, admin_id: string | null, values: Record<string, unknown> = {}) =>
  insert('audit_log', {
    ...{ admin_id, admin_email: admin_id ?? 'command line', admin_role: 'super', action, subject_kind: kind, subject_id: id },
    ...{ created_at: ago(DAY_MS), ...values },
  });

const users: Record<string, string> = {};
const admins: Record<string, string> = {};
const exclusions: Record<string, string> = {};
const matches: Record<string, string> = {};
const contests: Record<string, string> = {};
const withdrawals: Record<string, string> = {};
const bets: Record<string, string> = {};

async function writeOldRows(): Promise<void> {
  await writeUsers();
  await writeAdmins();
  await writeExclusions();
  await writeMatches();
  await writeBets();
  await writeWithdrawals();
}

async function writeUsers(): Promise<void> {
  for (const name of ['ann', 'ben', 'cat', 'dan', 'eve']) users[name] = await insertUser();
  users.unproven = await insertUser({
    email_verified_at: null,
    wallet_address: freshWallet(),
    totp_secret: Buffer.alloc(32),
    totp_enabled_at: ago(DAY_MS),
  });
  await insert('linked_accounts', {
    ...{ id: randomUUID(), user_id: users.unproven, type: 'telegram', subject: '4711', identifier: '@somebody' },
    ...{ created_at: ago(DAY_MS), verified_at: ago(DAY_MS) },
  });
  users.google = await insertUser({ email: null, email_identity: null, email_verified_at: null });
  users.erased = await insertUser({ status: 'deleted', email: null, email_identity: null, email_verified_at: null });
  users.victim = await insertUser({ wallet_address: freshWallet() });
  users.victimOfErased = await insertUser({ wallet_address: freshWallet() });
  users.household = await insertUser({ registration_device_id: '00000000-0000-4000-8000-00000000000a' });
  for (const user_id of Object.values(users)) {
    await insert('accounts', { kind: 'balance', owner: user_id });
    await insert('accounts', { kind: 'held', owner: user_id });
  }
  await insert('codes', {
    ...{ id: randomUUID(), purpose: 'confirm_email', subject: Buffer.from('unproven'), code_hash: Buffer.alloc(32) },
    ...{ created_at: ago(60_000), expires_at: ahead(HOUR_MS) },
  });
}

async function writeAdmins(): Promise<void> {
  const insertAdmin = (name: string, role: string, created_by: string | null, values = {}) =>
    insert('admins', {
      id: randomUUID(),
      email: `${name}@ops.example`,
      role,
      password_hash: 'x',
      created_by,
      created_at: ago(60 * DAY_MS),
      ...values,
    });
  admins.founder = await insertAdmin('founder', 'super', null);
  admins.second = await insertAdmin('second', 'super', admins.founder);
  admins.raised = await insertAdmin('raised', 'finance', admins.founder);
  admins.lowered = await insertAdmin('lowered', 'viewer', admins.second);
  admins.gone = await insertAdmin('gone', 'reviewer', admins.second, { status: 'disabled' });
  const { founder, second, raised, lowered, gone } = admins;
  await audit('admin.invite', 'admin', raised!, founder!, { after: { email: 'raised@ops.example', role: 'support' } });
  await audit('admin.role', 'admin', raised!, founder!, {
    before: { role: 'support' },
    after: { role: 'finance' },
    created_at: ago(3 * DAY_MS),
  });
  await audit('admin.role', 'admin', lowered!, second!, {
    before: { role: 'super' },
    after: { role: 'viewer' },
    created_at: ago(2 * DAY_MS),
  });
  await audit('admin.reset', 'admin', second!, null, { created_at: ago(50 * DAY_MS) });
  await audit('admin.disable', 'admin', gone!, founder!, {
    before: { status: 'normal' },
    after: { status: 'disabled' },
    created_at: ago(5 * DAY_MS),
  });
  await audit('admin.enable', 'admin', gone!, founder!, {
    before: { status: 'disabled' },
    after: { status: 'normal' },
    created_at: ago(4 * DAY_MS),
  });
  await audit('admin.disable', 'admin', gone!, second!, {
    before: { status: 'normal' },
    after: { status: 'disabled' },
    created_at: ago(DAY_MS),
  });
  await audit('admin.sign_in', 'admin', second!, second!);
  await insert('admin_sessions', {
    id: randomUUID(),
    admin_id: founder,
    created_at: ago(HOUR_MS),
    last_input_at: ago(HOUR_MS),
    expires_at: ahead(HOUR_MS),
  });
  for (const [state, decided_by] of [
    ['waiting', null],
    ['approved', second],
    ['rejected', second],
  ]) {
    await insert('approvals', {
      ...{ id: randomUUID(), kind: 'adjust', subject_id: users.ann, payload: { delta: 20_000 }, points: 20_000, reason: 'A prize.', state },
      ...{ requested_by: founder, created_at: ago(DAY_MS), decided_by, decided_at: decided_by === null ? null : ago(HOUR_MS) },
    });
  }
}

async function writeExclusions(): Promise<void> {
  const { ann, ben, unproven, erased, victim, victimOfErased, household, google } = users;
  // Of a confirmed user, with a browser that the household shares.
  exclusions.own = await exclude(ann!);
  await mark(exclusions.own, 'mailbox of ann');
  await mark(exclusions.own, 'browser of ann');
  await insertSession(ann!, '00000000-0000-4000-8000-00000000000a', { ended_at: ago(HOUR_MS), ended_because: 'logout' });
  exclusions.shared = await exclude(household!, { follows: exclusions.own });
  // Of who never confirmed, and what followed the wallet that they had typed.
  exclusions.typed = await exclude(unproven!);
  await mark(exclusions.typed, 'wallet of the victim');
  await insertSession(unproven!, '00000000-0000-4000-8000-00000000000b');
  await insertSession(victim!, '00000000-0000-4000-8000-00000000000c');
  exclusions.carried = await exclude(victim!, { follows: exclusions.typed });
  await mark(exclusions.carried, 'mailbox of the victim');
  // Whoever typed the wallet has left since.
  exclusions.left = await exclude(erased!);
  exclusions.carriedFromLeft = await exclude(victimOfErased!, { follows: exclusions.left });
  exclusions.over = await exclude(victim!, { follows: exclusions.typed, began_at: ago(90 * DAY_MS), until: ago(DAY_MS) });
  exclusions.timeOut = await exclude(ben!, { kind: 'time_out', until: ahead(HOUR_MS) });
  exclusions.google = await exclude(google!);
  await mark(exclusions.google, 'google account');
}

async function writeMatches(): Promise<void> {
  const league = await insert('leagues', {
    sport: 'football',
    name: 'League',
    form: 'league',
    draw_possible: true,
    current_season: '2026/27',
  });
  const home = await insert('teams', { sport: 'football', name: 'Home' });
  const away = await insert('teams', { sport: 'football', name: 'Away' });
  for (const name of ['byHand', 'created', 'believed', 'moved', 'byFeed']) {
    matches[name] = await insert('matches', {
      ...{
        league_id: league,
        season: '2026/27',
        round: 'Round 1',
        home_team_id: home,
        away_team_id: away,
        kickoff_at: ago(HOUR_MS),
        status: 'h2',
      },
      ...{ home_score: 1, away_score: 0, minute: 80 },
    });
    await insert('feed_ids', { feed: 'demo', kind: 'match', feed_id: `feed ${name}`, id: matches[name] });
  }
  // Another kind of row has the same id over there.
  await insert('feed_ids', { feed: 'demo', kind: 'team', feed_id: 'feed believed', id: home });
  await insert('feed_ids', { feed: 'replay', kind: 'match', feed_id: 'feed believed', id: matches.byFeed });
  const { founder, second } = admins;
  await audit('fixture.create', 'match', matches.created!, founder!, { reason: 'A friendly.' });
  await audit('fixture.create', 'match', matches.byHand!, founder!, { reason: 'Another one.', created_at: ago(3 * HOUR_MS) });
  await audit('fixture.change', 'match', matches.byHand!, founder!, { reason: 'It began.', created_at: ago(2 * HOUR_MS) });
  await audit('fixture.change', 'match', matches.byHand!, founder!, { reason: 'A goal.', created_at: ago(HOUR_MS) });
  await audit('fixture.change', 'match', matches.byHand!, second!, { created_at: ago(HOUR_MS) });
  await audit('fixture.change', 'match', '999999999', founder!, { reason: 'A match that is gone.' });
  const accepted = { decision: 'accepted', feed: 'demo', payload: {} };
  await audit('quarantine.accept', 'quarantine', '1', second!, {
    ...{ after: { ...accepted, kind: 'status', feed_id: 'feed believed', fault: 'score_dropped' }, reason: 'I saw it.' },
  });
  await audit('quarantine.accept', 'quarantine', '2', second!, {
    ...{ after: { ...accepted, kind: 'fixture', feed_id: 'feed moved', fault: 'kickoff_outside_season' }, reason: 'It was moved.' },
  });
  await audit('quarantine.drop', 'quarantine', '3', second!, {
    ...{ after: { ...accepted, decision: 'dropped', kind: 'status', feed_id: 'feed byFeed', fault: 'score_dropped' }, reason: 'No.' },
  });
}

/** Legs: stake, odds in hundredths, whether it came late. */
type OldLeg = [stake: number, odds?: number, late?: 'late'];

async function writeBets(): Promise<void> {
  const placed_at = ago(2 * HOUR_MS);
  const insertContest = async (
    name: string,
    market: 'wdl' | '1x2',
    state: 'settled' | 'void' | 'locked',
    stakes: [number, number, number],
  ) => {
    const { home_team_id, away_team_id } = (
      await rows<{ home_team_id: number; away_team_id: number }>('select * from matches where id = $1', [matches.byFeed])
    )[0]!;
    const isOver = state !== 'locked';
    contests[name] = await insert('contests', {
      ...{
        id: randomUUID(),
        match_id: matches.byFeed,
        market,
        state,
        draw_possible: true,
        home_team_id,
        away_team_id,
        state_since: ago(HOUR_MS),
      },
      ...{ stake_home: stakes[0], stake_draw: stakes[1], stake_away: stakes[2], created_at: ago(DAY_MS) },
      ...(isOver && { ending: state === 'void' ? 'void' : 'settle', settled_at: ago(HOUR_MS) }),
      ...(state === 'settled' && { winner: 'home', home_score: 1, away_score: 0 }),
    });
  };
  const insertBet = async (contest: string, user: string, pick: string, legs: OldLeg[], payout: number, state = 'settled') => {
    const sumOf = (some: OldLeg[]) => some.reduce((sum, [stake]) => sum + stake, 0);
    const refund = state === 'refunded' ? sumOf(legs) : sumOf(legs.filter(([, , late]) => late));
    const bet_id = await insert('bets', {
      ...{ id: randomUUID(), user_id: users[user], contest_id: contests[contest], pick, stake: sumOf(legs), state, payout, placed_at },
      ...{ refund: state === 'ongoing' ? 0 : refund, settled_at: state === 'ongoing' ? null : ago(HOUR_MS) },
      ...(state === 'settled' && { hit: pick === 'home' }),
    });
    bets[`${contest} ${user}`] = bet_id;
    for (const [stake, odds = null, late] of legs)
      await insert('bet_legs', {
        id: randomUUID(),
        bet_id,
        user_id: users[user],
        stake,
        odds,
        placed_at,
        refunded_at: late ? ago(HOUR_MS) : null,
      });
  };

  await insertContest('pool', 'wdl', 'settled', [150, 0, 30]);
  await insertBet('pool', 'ann', 'home', [[100]], 120);
  await insertBet('pool', 'ben', 'home', [[30], [20]], 60);
  await insertBet('pool', 'cat', 'away', [[30], [20, undefined, 'late']], 0);
  await insertContest('oneSided', 'wdl', 'settled', [100, 0, 0]);
  await insertBet('oneSided', 'ann', 'home', [[40]], 40);
  await insertBet('oneSided', 'dan', 'home', [[60]], 60);
  await insertContest('nearlyOneSided', 'wdl', 'settled', [100, 3, 2]);
  await insertBet('nearlyOneSided', 'dan', 'home', [[100]], 105);
  await insertBet('nearlyOneSided', 'ben', 'draw', [[3]], 0);
  await insertBet('nearlyOneSided', 'cat', 'away', [[2]], 0);
  await insertContest('fixed', '1x2', 'settled', [350, 0, 10]);
  await insertBet(
    'fixed',
    'ann',
    'home',
    [
      [100, 150],
      [50, 119],
      [20, 150, 'late'],
    ],
    209,
  );
  await insertBet('fixed', 'ben', 'home', [[200, 110]], 220);
  await insertBet('fixed', 'cat', 'away', [[10, 120]], 0);
  await insertContest('void', '1x2', 'void', [0, 0, 0]);
  await insertBet('void', 'ann', 'home', [[500, 200]], 0, 'refunded');
  await insertContest('open', 'wdl', 'locked', [70, 0, 0]);
  await insertBet('open', 'ann', 'home', [[70]], 0, 'ongoing');

  const stats = { updated_at: ago(HOUR_MS), experience: 120 };
  await insert('user_stats', { user_id: users.ann, played: 3, hits: 3, net_won: 20 + 0 + 59, ...stats });
  await insert('user_stats', { user_id: users.ben, played: 3, hits: 2, net_won: 10 - 3 + 20, ...stats });
  await insert('user_stats', { user_id: users.cat, played: 3, hits: 0, net_won: -30 - 2 - 10, ...stats });
  await insert('user_stats', { user_id: users.dan, played: 2, hits: 2, net_won: 0 + 5, ...stats });
  await insert('user_stats', { user_id: users.eve, ...stats });
}

const HASHES = { atOnce: 'a1'.repeat(32), later: 'b2'.repeat(32), returned: 'c3'.repeat(32), erased: 'd4'.repeat(32) };

async function writeWithdrawals(): Promise<void> {
  const { founder, second, raised } = admins;
  const insertWithdrawal = async (name: string, user: string, values: Record<string, unknown> = {}) => {
    withdrawals[name] = await insert('withdrawals', {
      ...{
        id: randomUUID(),
        user_id: users[user],
        points: 1_000,
        amount: 10,
        wallet_address: freshWallet(),
        wallet_since: ago(80 * DAY_MS),
      },
      ...{ contact_channel: 'email', contact: `${user}@example.com`, created_at: ago(30 * DAY_MS), ...values },
    });
    return withdrawals[name];
  };
  const decided = (admin: string | undefined, status: string, days: number) => ({
    status,
    decided_by: admin ?? null,
    decided_at: ago(days * DAY_MS),
  });
  const log = (action: string, id: string, admin: string, days: number, after: Record<string, unknown>, values = {}) =>
    audit(`withdrawal.${action}`, 'withdrawal', id, admin, { after, created_at: ago(days * DAY_MS), ...values });

  await insertWithdrawal('asked', 'ann');
  const first = await insertWithdrawal('first', 'ben', { first_approved_by: founder, first_approved_at: ago(20 * DAY_MS) });
  await log('approve_first', first, founder!, 20, { status: 'pending', note_for_second: 'Look at the wallet.' });
  const approved = await insertWithdrawal('approved', 'cat', {
    ...{ ...decided(second, 'approved', 19), first_approved_by: founder, first_approved_at: ago(20 * DAY_MS), note: 'Thank you.' },
  });
  await log('approve_first', approved, founder!, 20, { status: 'pending', note: null, note_for_second: null });
  await log('approve', approved, second!, 19, { status: 'approved', note: 'Thank you.', tx_hash: null });
  const atOnce = await insertWithdrawal('atOnce', 'dan', {
    ...decided(second, 'approved', 18),
    tx_hash: HASHES.atOnce,
    sent_by: second,
    sent_at: ago(18 * DAY_MS),
  });
  await log('approve', atOnce, second!, 18, { status: 'approved', note: null, tx_hash: HASHES.atOnce });
  const later = await insertWithdrawal('later', 'dan', {
    ...decided(second, 'approved', 18),
    tx_hash: HASHES.later,
    sent_by: raised,
    sent_at: ago(17 * DAY_MS),
  });
  await log('approve', later, second!, 18, { status: 'approved', note: null, tx_hash: null });
  await log('sent', later, raised!, 17, { status: 'approved', note: null, tx_hash: HASHES.later });
  const rejected = await insertWithdrawal('rejected', 'dan', {
    ...decided(second, 'rejected', 17),
    reason_code: 'wallet',
    note: 'Not yours.',
  });
  await log('reject', rejected, second!, 17, { status: 'rejected', reason_code: 'wallet', note: 'Not yours.' }, { reason: 'wallet' });
  await insertWithdrawal('corrected', 'dan', { ...decided(undefined, 'rejected', 16), reason_code: 'correction' });
  // Whoever gave its points back overwrote who had approved it.
  const returned = await insertWithdrawal('returned', 'dan', {
    ...{ ...decided(founder, 'rejected', 10), reason_code: 'payout_failed', note: 'It bounced.' },
    ...{ tx_hash: HASHES.returned, sent_by: raised, sent_at: ago(14 * DAY_MS) },
  });
  await log('approve', returned, second!, 15, { status: 'approved', note: null, tx_hash: null });
  await log('sent', returned, raised!, 14, { status: 'approved', note: null, tx_hash: HASHES.returned });
  const bounced = { status: 'rejected', reason_code: 'payout_failed', note: 'It bounced.', tx_hash: HASHES.returned };
  await log('return', returned, founder!, 10, bounced, { reason: 'The exchange sent it back.' });
  const erased = await insertWithdrawal('erased', 'erased', {
    ...{ ...decided(second, 'approved', 18), tx_hash: HASHES.erased, sent_by: raised, sent_at: ago(17 * DAY_MS) },
    ...{ wallet_address: null, contact: null, first_approved_by: founder, first_approved_at: ago(19 * DAY_MS) },
  });
  await log('approve_first', erased, founder!, 19, { status: 'pending', note_for_second: 'I know Jane Roe.' });
  await log('approve', erased, second!, 18, { status: 'approved', note: 'Hello Jane.', tx_hash: null });
  await log('sent', erased, raised!, 17, { status: 'approved', note: 'Hello Jane.', tx_hash: HASHES.erased });
}

const nameOf = (names: Record<string, string>, id: unknown) => Object.keys(names).find((name) => names[name] === id) ?? id;

describe('exclusions from before', () => {
  it('hold for who set them, and none is lost', async () => {
    const kept = await rows<{ id: string; until: Date }>('select id, until from exclusions');
    expect(kept.map(({ id }) => nameOf(exclusions, id)).sort()).toEqual(Object.keys(exclusions).sort());
    for (const name of ['own', 'typed', 'carried', 'shared', 'google'])
      expect(kept.find(({ id }) => id === exclusions[name])!.until, name).toEqual(ahead(300 * DAY_MS));
  });

  it('are recognised by what is proven: nothing of who never confirmed, all of who did, or signed in by Google', async () => {
    const marks = await rows<{ hash: Buffer }>('select hash from exclusion_marks order by hash');
    expect(marks.map(({ hash }) => hash.toString())).toEqual([
      'browser of ann',
      'google account',
      'mailbox of ann',
      'mailbox of the victim',
    ]);
  });

  it('that may have followed a typed wallet go to operators, also where who typed it has left; none that a browser explains or that is over', async () => {
    const reviews = await rows<Record<string, unknown>>('select * from exclusion_reviews order by until, exclusion_id');
    const seen = reviews.map(({ user_id, exclusion_id, reason, state, until }) => ({
      ...{ user: nameOf(users, user_id), exclusion: nameOf(exclusions, exclusion_id), reason, state, until },
    }));
    const open = { reason: 'carried', state: 'open', until: ahead(300 * DAY_MS) };
    expect(seen).toHaveLength(2);
    expect(seen).toEqual(
      expect.arrayContaining([
        { user: 'victim', exclusion: 'carried', ...open },
        { user: 'victimOfErased', exclusion: 'carriedFromLeft', ...open },
      ]),
    );
  });
});

describe('users and codes from before', () => {
  it('keep what they had', async () => {
    const kept = await rows<{ id: string; email_verified_at: Date | null; totp_enabled_at: Date | null; wallet_address: string | null }>(
      'select * from users where id = any($1)',
      [[users.unproven, users.victim]],
    );
    expect(kept.find(({ id }) => id === users.unproven)).toMatchObject({ email_verified_at: null, totp_enabled_at: ago(DAY_MS) });
    expect(kept.find(({ id }) => id === users.victim)).toMatchObject({ wallet_address: expect.stringMatching(/^T/) });
    expect(await rows('select * from linked_accounts where user_id = $1', [users.unproven])).toHaveLength(1);
    // It belongs to no browser that could be: a new one is asked for.
    expect(await rows('select holder, link_hash, ended_at from codes')).toEqual([
      { holder: Buffer.alloc(0), link_hash: null, ended_at: null },
    ]);
  });
});

describe('bets from before', () => {
  it('count what could be lost in them, as if nobody was related', async () => {
    const found = await rows<{ id: string; at_risk: number | null; at_risk_reason: string | null; net_won: number | null }>(
      'select id, at_risk, at_risk_reason, net_won from bets',
    );
    const seen = Object.fromEntries(
      found.map(({ id, at_risk, at_risk_reason, net_won }) => [String(nameOf(bets, id)), [at_risk, at_risk_reason, net_won]]),
    );
    expect(seen).toEqual({
      'pool ann': [30, 'others_staked', 20],
      'pool ben': [30, 'others_staked', 10],
      'pool cat': [30, 'full', -30],
      'oneSided ann': [0, 'others_staked', 0],
      'oneSided dan': [0, 'others_staked', 0],
      'nearlyOneSided dan': [5, 'others_staked', 5],
      'nearlyOneSided ben': [3, 'full', -3],
      'nearlyOneSided cat': [2, 'full', -2],
      'fixed ann': [100, 'low_odds', 59],
      'fixed ben': [0, 'low_odds', 20],
      'fixed cat': [10, 'full', -10],
      'void ann': [0, 'refunded', 0],
      'open ann': [null, null, null],
    });
  });

  it('count as the rules do for bets that end now', async () => {
    for (const [name, market] of [
      ['pool', 'wdl'],
      ['oneSided', 'wdl'],
      ['nearlyOneSided', 'wdl'],
      ['fixed', '1x2'],
    ] as const) {
      const stakes = await rows<RiskStake & { at_risk: number; at_risk_reason: string }>(
        `select b.id, b.user_id as "userId", b.pick, b.at_risk, b.at_risk_reason,
           (select json_agg(json_build_object('stake', l.stake, 'oddsHundredths', l.odds)) from bet_legs l where l.bet_id = b.id and l.refunded_at is null) as legs
         from bets b where b.contest_id = $1`,
        [contests[name]],
      );
      const risks = risksOf({ market, outcomes: ['home', 'draw', 'away'], feePercent: 0 }, stakes, NO_TIES);
      expect(
        Object.fromEntries(stakes.map(({ id, at_risk, at_risk_reason }) => [id, { points: at_risk, reason: at_risk_reason }])),
      ).toEqual(Object.fromEntries(risks));
    }
  });

  it('make statistics of those with ten points at risk, and leave experience and what was won', async () => {
    const stats = await rows<Record<string, unknown>>('select user_id, played, hits, net_won, experience from user_stats');
    const seen = Object.fromEntries(stats.map(({ user_id, ...rest }) => [String(nameOf(users, user_id)), rest]));
    expect(seen).toEqual({
      ann: { played: 2, hits: 2, net_won: 79, experience: 120 },
      ben: { played: 1, hits: 1, net_won: 27, experience: 120 },
      cat: { played: 2, hits: 0, net_won: -42, experience: 120 },
      dan: { played: 0, hits: 0, net_won: 5, experience: 120 },
      eve: { played: 0, hits: 0, net_won: 0, experience: 120 },
    });
    expect(await rows('select sum(net_won)::bigint as won from bets group by user_id order by 1')).toEqual(
      await rows('select net_won as won from user_stats where net_won <> 0 order by 1'),
    );
  });
});

describe('what operators told before', () => {
  it('is their word still: matches that they entered, and what they accepted from quarantine', async () => {
    const words = await rows<Record<string, unknown>>('select * from operator_words order by match_id, fact, told_at, reason');
    const seen = words.map(({ match_id, fact, admin_id, told_at, reason }) => [
      ...[nameOf(matches, String(match_id)), fact, nameOf(admins, admin_id), reason, (NOW - (told_at as Date).getTime()) / HOUR_MS],
    ]);
    expect(seen.sort()).toEqual(
      [
        ['believed', 'course', 'second', 'I saw it.', 24],
        ['byHand', 'course', 'founder', 'A goal.', 1],
        ['byHand', 'course', 'second', '', 1],
        ['byHand', 'fixture', 'founder', 'A goal.', 1],
        ['byHand', 'fixture', 'second', '', 1],
        ['byHand', 'start', 'founder', 'A goal.', 1],
        ['byHand', 'start', 'second', '', 1],
        ['created', 'fixture', 'founder', 'A friendly.', 24],
        ['moved', 'fixture', 'second', 'It was moved.', 24],
      ].sort(),
    );
  });
});

describe('admins from before', () => {
  it('have their history: who made, reset, promoted, demoted, enabled and disabled whom', async () => {
    const events = await rows<Record<string, unknown>>('select * from admin_events order by at, id');
    const seen = events.map(({ admin_id, kind, asked_by, agreed_by, at }) => [
      ...[nameOf(admins, admin_id), kind, nameOf(admins, asked_by), agreed_by, (NOW - (at as Date).getTime()) / DAY_MS],
    ]);
    const made = seen.filter(([, kind]) => kind === 'create');
    expect(made).toHaveLength(5);
    expect(made).toEqual(
      expect.arrayContaining([
        ['founder', 'create', null, null, 60],
        ['second', 'create', 'founder', null, 60],
        ['lowered', 'create', 'second', null, 60],
      ]),
    );
    expect(seen.filter(([, kind]) => kind !== 'create')).toEqual([
      ['second', 'reset', null, null, 50],
      ['gone', 'disable', 'founder', null, 5],
      ['gone', 'enable', 'founder', null, 4],
      ['raised', 'promote', 'founder', null, 3],
      ['lowered', 'demote', 'second', null, 2],
      ['gone', 'disable', 'second', null, 1],
    ]);
  });

  it('have their approvals, and sessions in which no code was given yet', async () => {
    expect(await rows('select kind, state, points from approvals order by state')).toEqual(
      ['approved', 'rejected', 'waiting'].map((state) => ({ kind: 'adjust', state, points: 20_000 })),
    );
    expect(await rows('select device_id, stepped_up_at from admin_sessions')).toEqual([{ device_id: null, stepped_up_at: null }]);
  });
});

describe('withdrawals from before', () => {
  it('have all that happened to them, also who was overwritten since', async () => {
    const events = await rows<Record<string, unknown>>('select * from withdrawal_events order by id');
    const seen: Record<string, unknown[]> = {};
    for (const { withdrawal_id, kind, admin_id, reason_code, tx_hash, note, owner_note, created_at } of events) {
      const name = String(nameOf(withdrawals, withdrawal_id));
      const words = [reason_code, tx_hash, note, owner_note].filter((word) => word !== null);
      const told = [kind, nameOf(admins, admin_id), (NOW - (created_at as Date).getTime()) / DAY_MS, ...words];
      seen[name] = [...(seen[name] ?? []), told];
    }
    const asked = ['asked', null, 30];
    expect(seen).toEqual({
      asked: [asked],
      first: [asked, ['approved_first', 'founder', 20, 'Look at the wallet.']],
      approved: [asked, ['approved_first', 'founder', 20], ['approved', 'second', 19, 'Thank you.']],
      atOnce: [asked, ['approved', 'second', 18], ['sent', 'second', 18, HASHES.atOnce]],
      later: [asked, ['approved', 'second', 18], ['sent', 'raised', 17, HASHES.later]],
      rejected: [asked, ['rejected', 'second', 17, 'wallet', 'Not yours.']],
      corrected: [asked, ['rejected', null, 16, 'correction']],
      returned: [
        asked,
        ['approved', 'second', 15],
        ['sent', 'raised', 14, HASHES.returned],
        ['returned', 'founder', 10, 'The exchange sent it back.', 'It bounced.'],
      ],
      erased: [asked, ['approved_first', 'founder', 19], ['approved', 'second', 18], ['sent', 'raised', 17, HASHES.erased]],
    });
  });

  it('keep their transactions for good, and stand as they stood', async () => {
    const hashes = await rows<Record<string, unknown>>('select * from withdrawal_hashes');
    const seen = Object.fromEntries(
      hashes.map(({ tx_hash, withdrawal_id, created_at }) => [nameOf(withdrawals, withdrawal_id), [tx_hash, created_at]]),
    );
    expect(seen).toEqual({
      atOnce: [HASHES.atOnce, ago(18 * DAY_MS)],
      later: [HASHES.later, ago(17 * DAY_MS)],
      returned: [HASHES.returned, ago(14 * DAY_MS)],
      erased: [HASHES.erased, ago(17 * DAY_MS)],
    });
    expect(await rows('select status, count(*) from withdrawals group by 1 order by 1')).toEqual([
      { status: 'approved', count: 4 },
      { status: 'pending', count: 2 },
      { status: 'rejected', count: 3 },
    ]);
  });

  it.each([
    ['withdrawal_events', "update withdrawal_events set kind = 'sent'"],
    ['withdrawal_hashes', 'delete from withdrawal_hashes'],
    ['admin_events', 'delete from admin_events'],
  ])('cannot be rewritten any more: %s', async (_, query) => {
    await expect(sql.raw(query).execute(database.db)).rejects.toThrow(/never changed/);
  });
});
