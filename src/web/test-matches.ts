import type { z } from 'zod';
import { matchBrief } from '#contract/bets.ts';
import { contest } from '#contract/contests.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getStandings, standingRow } from '#contract/leagues.ts';
import {
  getHeadToHead,
  getMatch,
  getMatchOdds,
  leagueRef,
  lineup,
  listMatches,
  matchEvent,
  matchState,
  matchSummary,
  pastMatch,
  teamRef,
} from '#contract/matches.ts';
import { getMeta } from '#contract/meta.ts';
import { matchGroup } from '#domain/match-status.ts';
import type { PartScore } from '#domain/parts.ts';

/**
 * What the server would answer, made for tests. Everything goes through the contract's own schemas, so that it cannot be
 * what no server says.
 */
type Part<S extends z.ZodType> = Partial<z.input<S>>;

let lastId = 1_000;

export const makeTeam = (name: string, rest: Part<typeof teamRef> = {}) =>
  teamRef.parse({ id: ++lastId, name, short_name: null, names: {}, colours: ['#9c1f3a', '#7fb6e8'], ...rest });

export const makeLeague = (rest: Part<typeof leagueRef> = {}) =>
  leagueRef.parse({
    id: 1,
    sport: 'football',
    name: 'First Division',
    names: { 'zh-CN': '甲级联赛' },
    country_code: 'gb-eng',
    form: 'league',
    draw_possible: true,
    settles_on: 'regular_time',
    ...rest,
  });

const NO_SCORE = { home: null, away: null, halftime: null, fulltime: null, extratime: null, penalty: null };

/** The score of a match, as far as given. */
export const makeScore = (
  home: number | null,
  away: number | null,
  rest: Partial<Record<'halftime' | 'fulltime' | 'extratime' | 'penalty', [number, number] | null>> & { parts?: PartScore[] } = {},
) => ({
  ...NO_SCORE,
  home,
  away,
  ...rest,
});

export const makeMarket = (rest: Part<NonNullable<typeof matchSummary.shape.market>> = {}) => ({
  odds: { home: 2.15, draw: 3.4, away: 3.3 },
  moved: { home: 0, draw: 0, away: 0 },
  probability: { home: 0.44, draw: 0.27, away: 0.29 },
  suspended: false,
  confirmed_at: new Date().toISOString(),
  ...rest,
});

export const makeMatch = (rest: Part<typeof matchSummary> = {}) =>
  matchSummary.parse({
    id: ++lastId,
    kickoff_at: new Date(Date.now() + 3_600_000).toISOString(),
    status: 'ns',
    minute: null,
    stoppage: null,
    period: null,
    seen_at: null,
    score: NO_SCORE,
    red_cards: { home: 0, away: 0 },
    league_id: 1,
    season: '2026/27',
    round: 'Round 12',
    home: makeTeam('Avalon Town'),
    away: makeTeam('Northgate'),
    market: makeMarket(),
    ...rest,
  });

/** As bets and ledger rows show a match. */
export const makeBrief = (rest: Part<typeof matchBrief> = {}) => matchBrief.parse({ ...makeMatch(), sport: 'football', ...rest });

/** What a push tells of a match. */
export const makeState = (match: ReturnType<typeof makeMatch>, rest: Part<typeof matchState> = {}) =>
  matchState.parse({ ...match, ...rest });

/** A day as the list has it, its counts counted. */
export function makeDay(
  matches: ReturnType<typeof makeMatch>[],
  {
    leagues = [makeLeague()],
    ...rest
  }: { leagues?: ReturnType<typeof makeLeague>[]; total?: number; page?: number; confirmed_at?: string } = {},
): ReplyOf<typeof listMatches> {
  const counts = (leagueId?: number) => {
    const own = matches.filter((match) => leagueId === undefined || match.league_id === leagueId);
    const of = (group: string) => own.filter(({ status }) => matchGroup(status) === group).length;
    return { live: of('live'), finished: of('finished'), upcoming: of('upcoming') };
  };
  return listMatches.reply.parse({
    items: matches,
    page: 1,
    page_size: 100,
    total: matches.length,
    leagues: leagues.map((league) => ({ ...league, counts: counts(league.id) })),
    counts: counts(),
    confirmed_at: new Date().toISOString(),
    ...rest,
  });
}

export const makeEvent = (rest: Part<typeof matchEvent> = {}) =>
  matchEvent.parse({
    id: `event-${++lastId}`,
    type: 'goal',
    side: 'home',
    period: 'H1',
    minute: 14,
    stoppage: null,
    player: 'Okafor',
    other: null,
    detail: null,
    ...rest,
  });

type Player = z.input<typeof lineup>['players'][number];

export const makePlayer = (name: string, rest: Partial<Player> = {}): Player => ({
  name,
  number: null,
  position: 'MID',
  grid: null,
  starter: true,
  ...rest,
});

export const makeLineup = (players: Player[], rest: Part<typeof lineup> = {}) =>
  lineup.parse({ formation: null, coach: null, players, fallback: null, based_on: null, ...rest });

/** Nothing known of either eleven, and why. */
export const makeNoLineups = (fallback: z.input<typeof lineup>['fallback']) => ({
  home: makeLineup([], { fallback }),
  away: makeLineup([], { fallback }),
});

export const makeContest = (matchId: number, rest: Part<typeof contest> = {}) =>
  contest.parse({
    id: '01890a5d-ac96-774b-bcce-b302099a8057',
    match_id: matchId,
    market: 'wdl',
    state: 'open',
    deadline_at: new Date(Date.now() + 3_600_000).toISOString(),
    state_since: new Date().toISOString(),
    options: [
      { pick: 'home', staked: 500, odds: 2 },
      { pick: 'draw', staked: 0, odds: null },
      { pick: 'away', staked: 500, odds: 2 },
    ],
    total_stake: 1_000,
    participants: 2,
    winner: null,
    result: null,
    void_reason: null,
    ...rest,
  });

export const makeDetail = (rest: Part<typeof getMatch.reply> = {}) =>
  getMatch.reply.parse({
    ...makeMatch(),
    league: makeLeague(),
    venue: 'Avalon Park',
    events: [],
    lineups: makeNoLineups('not_started_or_invalid_status'),
    standing: { home: { position: 1, form: ['W', 'W', 'D', 'W', 'W'] }, away: { position: 5, form: [] } },
    contests: [],
    confirmed_at: new Date().toISOString(),
    ...rest,
  });

const bookmaker = getMatchOdds.reply.shape.items.element;

/** A bookmaker's prices, moved once since opening. */
export const makeBookmaker = (name: string, { home = 2.1, ...rest }: Part<typeof bookmaker> = {}) => {
  const opening = { home: 2, draw: 3.4, away: 3.3 };
  return bookmaker.parse({
    bookmaker: name,
    market: '1x2',
    ...opening,
    home,
    opening,
    suspended: false,
    changed_at: new Date().toISOString(),
    confirmed_at: new Date().toISOString(),
    movement: [
      { at: new Date(Date.now() - 3_600_000).toISOString(), ...opening },
      { at: new Date().toISOString(), ...opening, home },
    ],
    ...rest,
  });
};

/** A match that is over, as lists of past results have it. */
export const makePast = (rest: Part<typeof pastMatch> = {}) =>
  pastMatch.parse({
    ...makeMatch({ status: 'ft', kickoff_at: '2026-03-02T18:00:00.000Z', score: makeScore(2, 1) }),
    league: makeLeague(),
    ...rest,
  });

/** Earlier meetings with their totals; none unless given. */
export const makeHeadToHead = (rest: Part<typeof getHeadToHead.reply> = {}) =>
  getHeadToHead.reply.parse({
    totals: { played: 0, home_wins: 0, draws: 0, away_wins: 0, home_goals: 0, away_goals: 0 },
    items: [],
    recent: { home: [], away: [] },
    ...rest,
  });

export const makeRow = (position: number, name: string, rest: Part<typeof standingRow> = {}) =>
  standingRow.parse({
    position,
    team: makeTeam(name),
    played: 11,
    won: 8,
    drawn: 3,
    lost: 0,
    goals_for: 25,
    goals_against: 7,
    goal_difference: 18,
    points: 27,
    form: ['W', 'D', 'L'],
    zone: null,
    playing: null,
    moved: 0,
    ...rest,
  });

/** A league's one table, or a group's. */
export const makeGroup = (rows: ReturnType<typeof makeRow>[], group: string | null = null) => ({ group, teams: rows.length, rows });

/** What is answered for a league's tables: one table of two teams unless told otherwise. */
export const makeTable = (rest: Part<typeof getStandings.reply> = {}) =>
  getStandings.reply.parse({
    league: makeLeague(),
    season: '2026/27',
    seasons: ['2026/27'],
    tables: [
      makeGroup([makeRow(1, 'Avalon Town', { zone: 'champion' }), makeRow(2, 'Northgate', { goal_difference: -4, zone: 'relegation' })]),
    ],
    has_draw: false,
    in_play: 0,
    points: { win: 3, draw: 1 },
    ordered_by: 'points',
    tie_breakers: ['goal_difference', 'goals_for'],
    ...rest,
  });

export const makeMeta = (rest: Part<typeof getMeta.reply> = {}) =>
  getMeta.reply.parse({
    name: 'Matchpoint',
    version: '0',
    demo: false,
    match_speed: 1,
    now: new Date().toISOString(),
    stake_min: 10,
    stake_max: 5_000,
    stake_contest_max: 10_000,
    bet_payout_max: 50_000,
    match_liability_max: 500_000,
    fee_percent: 0,
    points_per_usdt: 1_000,
    play_through: false,
    invite_bonus: 100,
    invitee_bonus: 50,
    check_in_rewards: [10, 10, 15, 15, 20, 20, 30],
    odds_refresh_seconds: 15,
    standings_top: 5,
    support_url: null,
    telegram_channel_url: null,
    sign_in: { google: false, telegram: false },
    contacts: { phone: true, telegram: false },
    own_texts: [],
    switches: { staking: true, redeem: true, chat: true, sign_up: true },
    notice: null,
    geo_urls: [],
    ...rest,
  });
