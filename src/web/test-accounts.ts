import type { z } from 'zod';
import { ledgerRow, overview, sessionRow } from '#contract/account.ts';
import { sessionUser } from '#contract/auth.ts';
import { listBets, listedBet } from '#contract/bets.ts';
import { getLimits } from '#contract/care.ts';
import { listContests, type QuoteView, quote } from '#contract/contests.ts';
import { getInvite } from '#contract/invites.ts';
import { linkedAccount } from '#contract/linked-accounts.ts';
import { LIMIT_KINDS, LIMIT_PERIODS, periodEnd } from '#domain/care.ts';
import { useSession } from '#web/lib/session.ts';
import { makeBrief, makeContest } from '#web/test-matches.ts';

/** What the server would answer to a signed-in user, made for tests through the contract's own schemas. */
type Part<S extends z.ZodType> = Partial<z.input<S>>;

let lastId = 0;
const uuid = () => `01890a5d-ac96-774b-bcce-${String(++lastId).padStart(12, '0')}`;

export const makeUser = () =>
  sessionUser.parse({ id: uuid(), email: 'ada@example.com', display_name: 'Ada', avatar_url: null, public_handle: 'ada' });

/** Whoever is here: a user, or nobody. */
export const beUser = (): void => useSession.setState({ user: makeUser(), token: 'token', booted: true });
export const beGuest = (): void => useSession.setState({ user: null, token: '', booted: true });

interface OverviewParts
  extends Pick<Part<typeof overview>, 'telegram_bound' | 'linked_accounts' | 'two_factor' | 'exclusion' | 'deletion_due_at'> {
  profile?: Part<typeof overview.shape.profile>;
  stats?: Part<typeof overview.shape.stats>;
  check_in?: Part<typeof overview.shape.check_in>;
}

export const makeOverview = ({ profile, stats, check_in, ...rest }: OverviewParts = {}) =>
  overview.parse({
    profile: {
      email: 'ada@example.com',
      email_verified: true,
      verified_at: '2026-01-02T03:14:05.000Z',
      has_password: true,
      display_name: 'Ada',
      public_handle: 'ada',
      avatar_url: null,
      wallet_address: null,
      phone: null,
      phone_verified: false,
      country: null,
      time_zone: 'UTC',
      locale: 'en',
      named_in_receipts: false,
      created_at: '2026-01-02T03:04:05.000Z',
      last_login_at: null,
      ...profile,
    },
    stats: {
      points_balance: 12_480,
      held: 0,
      usdt: '12.48',
      rank: 214,
      next_rank: { rank: 213, points_missing: 40 },
      level: 'gold_ii',
      experience: 3_400,
      level_from: 2_900,
      level_to: 3_900,
      predictions_played: 48,
      hits: 27,
      win_rate: 0.5625,
      check_in_streak: 4,
      lifetime_earned: 900,
      spent: 300,
      updated_at: '2026-11-20T12:00:00.000Z',
      ...stats,
    },
    check_in: {
      checked_in_today: false,
      streak: 4,
      points_today: 20,
      resets_at: new Date(Date.now() + 3_600_000).toISOString(),
      ...check_in,
    },
    referral_code: 'QX7M2KPA',
    telegram_bound: false,
    linked_accounts: [],
    two_factor: false,
    exclusion: null,
    deletion_due_at: null,
    ...rest,
  });

/** An account elsewhere that is linked: at Google unless said. */
export const makeLinked = (rest: Part<typeof linkedAccount> = {}) =>
  linkedAccount.parse({
    id: uuid(),
    type: 'google',
    identifier: 'a***@gmail.com',
    created_at: '2026-11-01T12:00:00.000Z',
    verified_at: '2026-11-20T12:00:00.000Z',
    ...rest,
  });

/** A bet as its owner's list has it. */
export const makeBet = (rest: Part<typeof listedBet> = {}) =>
  listedBet.parse({
    id: uuid(),
    contest_id: uuid(),
    market: 'wdl',
    pick: 'home',
    stake: 500,
    state: 'ongoing',
    payout: 0,
    refund: 0,
    hit: null,
    at_risk: null,
    returns_now: 920,
    odds: 1.84,
    placed_at: '2026-11-20T15:52:00.000Z',
    settled_at: null,
    match: makeBrief(),
    settles_on: 'regular_time',
    returns_if: [
      { pick: 'home', returns: 920 },
      { pick: 'draw', returns: 0 },
      { pick: 'away', returns: 0 },
    ],
    ...rest,
  });

const pageOf = <T>(items: T[]) => ({ items, page: 1, page_size: 20, total: items.length });

export const makeBets = (items: z.input<typeof listedBet>[], rest: Part<typeof listBets.reply> = {}) =>
  listBets.reply.parse({ ...pageOf(items), ...rest });

type Mine = NonNullable<z.input<typeof listContests.reply>['items'][number]['mine']>;
type ContestParts = Parameters<typeof makeContest>[1];

/** What a user has in a contest; in the pool and ongoing unless said. */
export const makeMine = (rest: Partial<Mine> = {}): Mine => ({
  bet_id: uuid(),
  pick: 'home',
  stake: 500,
  state: 'ongoing',
  payout_if_right: null,
  payout: 0,
  refund: 0,
  ...rest,
});

/** What fixed odds are for sale at, home and away, and the draw where it is given. */
export const makeQuote = (
  { home = 2.06, draw = 3.4, away = 4.35 }: Partial<Record<'home' | 'draw' | 'away', number | null>> = {},
  rest: Partial<QuoteView> = {},
) =>
  quote.parse({
    state: 'firm',
    suspension: null,
    basis: 'bookmakers',
    prices: Object.entries({ home, draw, away }).flatMap(([pick, odds]) => (odds === null ? [] : { pick, odds, room: 5_000 })),
    stake_max: null,
    confirmed_at: new Date().toISOString(),
    ...rest,
  });

/** Nothing is for sale, and why. */
export const makeSuspended = (suspension: NonNullable<QuoteView['suspension']>) =>
  makeQuote({}, { state: 'suspended', suspension, basis: null, prices: [], confirmed_at: null });

/** A match's pool, as its contests are listed; with the user's own stake in it or none. */
export const makePool = (matchId: number, rest: ContestParts = {}, mine: Mine | null = null) => ({
  ...makeContest(matchId, rest),
  mine,
  quote: null,
});

/** A match's contest at fixed odds, as its contests are listed. */
export const makeFixed = (matchId: number, quote: QuoteView | null, rest: ContestParts = {}, mine: Mine | null = null) => ({
  ...makeContest(matchId, {
    id: '01890a5d-ac96-774b-bcce-b302099a8058',
    market: '1x2',
    options: (['home', 'draw', 'away'] as const).map((pick) => ({ pick, staked: 0, odds: null })),
    total_stake: 0,
    participants: 0,
    ...rest,
  }),
  mine,
  quote,
});

/** The answer to a match's contests: one pool unless others are given, with the user's own stake in it or none. */
export const makeContests = (
  matchId: number,
  rest: ContestParts = {},
  mine: Mine | null = null,
  others: ReturnType<typeof makeFixed>[] = [],
) => listContests.reply.parse({ items: [makePool(matchId, rest, mine), ...others] });

export const makeLedgerRow = (rest: Part<typeof ledgerRow> = {}) =>
  ledgerRow.parse({
    id: uuid(),
    at: '2026-11-20T21:47:00.000Z',
    source: 'daily_login',
    delta: 15,
    balance: 12_060,
    status: 'posted',
    note: null,
    match: null,
    at_risk: null,
    ...rest,
  });

export const makeHistory = (items: ReturnType<typeof makeLedgerRow>[], rest: object = {}) => ({ ...pageOf(items), ...rest });

export const makeInvite = (rest: Part<typeof getInvite.reply> = {}) =>
  getInvite.reply.parse({
    code: 'QX7M2KPA',
    link: '/matches?invite=QX7M2KPA',
    invited: 3,
    qualified: 2,
    points_earned: 200,
    paid_per_day_max: 10,
    paid_per_month_max: 50,
    paid_again_at: null,
    recent: [],
    ...rest,
  });

type LimitParts = Part<typeof getLimits.reply.shape.limits.element>;

/** All six limits, none of them set but for what is given. */
export const makeLimits = (set: LimitParts[] = [], rest: Part<typeof getLimits.reply> = {}) =>
  getLimits.reply.parse({
    limits: LIMIT_KINDS.flatMap((kind) =>
      LIMIT_PERIODS.map((period) => ({
        kind,
        period,
        amount: null,
        used: 0,
        resets_at: periodEnd(period, new Date()).toISOString(),
        next: null,
        ...set.find((given) => given.kind === kind && given.period === period),
      })),
    ),
    exclusion: null,
    ...rest,
  });

/** A signed-in device, this one unless said. */
export const makeSession = (rest: Part<typeof sessionRow> = {}) =>
  sessionRow.parse({
    id: uuid(),
    current: true,
    device: { kind: 'desktop', browser: 'Firefox', system: 'Linux' },
    country: 'VN',
    remember: false,
    created_at: '2026-11-20T12:00:00.000Z',
    last_seen_at: new Date().toISOString(),
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    ...rest,
  });
