import type pg from 'pg';
import { USER_SORTS } from '#contract/admin-users.ts';
import { CASE_STATES } from '#contract/contest-admin.ts';
import { QUEUE_SORTS, QUEUE_STATUSES, QUEUE_WORK } from '#contract/withdrawal-queue.ts';
import { REVIEW_FLAGS } from '#contract/withdrawal-review.ts';
import { TREND_DAYS_MAX } from '#domain/matches/trend.ts';
import { DAY_MS, utcDay } from '#domain/time.ts';
import { userId } from './console-ledger.ts';

/** The addresses that one part of the console asks for. */
export interface Question {
  name: string;
  paths: string[];
}

const PAGES = [1, 2, 100, 500];
const ORDERS = ['asc', 'desc'];
/** Forms of a search: a handle, a name, an address's beginning, an id, a vague beginning, and nothing. */
const SEARCHES = ['bench12345', 'Bench 999', '123456', userId(0xabc), 'bench12', 'nobody'];

const addressOf =
  (path: string) =>
  (query: Record<string, string> = {}): string =>
    `${path}?${new URLSearchParams(query)}`;
const daysAgo = (days: number) => utcDay(Date.now() - days * DAY_MS);

/** Returns what is asked of a filled database. Ids, wallets and hashes are taken from it. */
export async function consoleQuestions(database: pg.Client): Promise<Question[]> {
  const { rows } = await database.query<{ id: string; wallet: string; hash: string; admin: string; batches: string[]; middle: string }>(
    `select w.id, w.wallet_address as wallet, w.tx_hash as hash, (select id from admins where email = 'operator2@ops.example') as admin,
       array(select id from payout_batches order by created_at desc limit 5) as batches,
       (select id from payout_batches order by created_at limit 1 offset (select count(*) / 2 from payout_batches)) as middle
     from withdrawals w where tx_hash is not null order by id offset 100 limit 1`,
  );
  const { id, wallet, hash, admin, batches, middle } = rows[0]!;
  const known = [id, wallet, hash];
  return [
    { name: 'users', paths: users() },
    { name: 'withdrawals', paths: withdrawals([...SEARCHES, ...known]) },
    { name: 'contests', paths: contests() },
    {
      name: 'search',
      paths: [...SEARCHES, ...known, '@bench.example', '10.0.48.57', 'Team', '17', 'operator'].map((q) =>
        addressOf('/api/admin/search')({ q }),
      ),
    },
    { name: 'batches', paths: batchPaths(batches, middle) },
    { name: 'treasury', paths: await treasury(database) },
    { name: 'audit', paths: audit(admin) },
    { name: 'overview', paths: ['/api/admin/overview'] },
    { name: 'trends', paths: trends() },
  ];
}

function users(): string[] {
  const list = addressOf('/api/admin/users');
  const orders = USER_SORTS.flatMap((sort) => ORDERS.map((order) => ({ sort, order })));
  const pages = orders.flatMap((how) => PAGES.map((page) => list({ ...how, page: String(page) })));
  const disabled = orders.map((how) => list({ ...how, status: 'disabled' }));
  return [...pages, ...disabled, ...SEARCHES.flatMap((q) => orders.map((how) => list({ ...how, q })))];
}

/** Every status with every order; and each filter, alone and with others. */
function withdrawals(searches: readonly string[]): string[] {
  const list = addressOf('/api/admin/withdrawals');
  const orders = QUEUE_SORTS.flatMap((sort) => ORDERS.map((order) => ({ sort, order })));
  const filters: Record<string, string>[] = [
    ...searches.map((q) => ({ q })),
    ...REVIEW_FLAGS.map((flag) => ({ flag })),
    ...QUEUE_WORK.map((work) => ({ work })),
    ...['12', '72', '8760'].map((hours_min) => ({ hours_min })),
    { points_min: '20000' },
    { points_min: '3000', points_max: '3000' },
    { points_min: '900000000' },
    { days: 'submitted', from: daysAgo(30) },
    { days: 'decided', from: daysAgo(200), to: daysAgo(200) },
    { days: 'paid', from: daysAgo(360), to: daysAgo(330) },
    { days: 'paid', to: daysAgo(400) },
    { flag: 'ring', points_min: '5000', days: 'submitted', from: daysAgo(90), to: daysAgo(60) },
    { q: 'bench12', flag: 'ring' },
  ];
  return QUEUE_STATUSES.flatMap((status) => [
    ...orders.flatMap((how) => [1, 50].map((page) => list({ status, ...how, page: String(page) }))),
    ...filters.flatMap((filter, at) => [list({ status, ...filter }), list({ status, ...filter, ...orders[at % orders.length]! })]),
  ]);
}

function contests(): string[] {
  const list = addressOf('/api/admin/contests');
  const searches = ['Team', 'bench', '17', 'no such team'];
  return CASE_STATES.flatMap((state) => [list({ state }), list({ state, page: '50' }), ...searches.map((q) => list({ state, q }))]);
}

function batchPaths(batches: readonly string[], middle: string): string[] {
  const path = '/api/admin/payouts';
  return [addressOf(path)(), addressOf(path)({ before: middle }), addressOf(`${path}/payable`)(), ...batches.map((id) => `${path}/${id}`)];
}

async function treasury(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    'select id from treasury_transfers order by block_at desc offset (select count(*) / 2 from treasury_transfers) limit 1',
  );
  const list = addressOf('/api/admin/treasury/transfers');
  const before = rows[0]!.id;
  return ['/api/admin/treasury', ...['open', 'all'].flatMap((state) => [list({ state }), list({ state, before })])];
}

function audit(admin: string): string[] {
  const list = addressOf('/api/admin/audit');
  const moment = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  const filters: Record<string, string>[] = [
    {},
    { before_id: '100000' },
    { admin_id: admin },
    { action: 'withdrawal' },
    { action: 'user.note' },
    { action: 'never.done' },
    { admin_id: admin, action: 'withdrawal.sent' },
    { subject_kind: 'user', subject_id: userId(31) },
    { subject_id: userId(31) },
    { subject_id: 'nobody' },
    { from: moment(7) },
    { to: moment(1_400) },
    { from: moment(800), to: moment(799), action: 'invite' },
    { reason: 'agreed' },
    { reason: 'ticket 17 ' },
    { reason: 'needle' },
    { reason: 'nobody wrote this' },
    { admin_id: admin, reason: 'needle', from: moment(900) },
  ];
  return filters.map(list);
}

function trends(): string[] {
  const list = addressOf('/api/admin/trends');
  const ranges = [
    [TREND_DAYS_MAX - 1, 0],
    [90, 61],
    [360, 300],
    [200, 200],
  ] as const;
  return [
    ...['7', '14', '30'].map((window) => list({ window })),
    ...ranges.map(([from, to]) => list({ from: daysAgo(from), to: daysAgo(to) })),
  ];
}
