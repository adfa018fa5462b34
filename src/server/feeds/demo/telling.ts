import type { FeedUpdate } from '#server/feeds/feed.ts';
import type { DemoLeague } from './leagues.ts';
import { type MatchState, matchAt, nextChangeMs, type Script } from './match-at.ts';

/** A match that is followed, and what was last told of it, so that only changes are told. */
export interface Telling {
  script: Script;
  nextMs: number;
  told: { kickoffMs?: number | null; status?: string; events?: string; lineups?: boolean; odds?: string };
}

/** How far back the first telling goes into details, in minutes of match time; results go back two seasons. */
const EVENTS_BACK = 12 * 72 * 60;
const LINEUPS_BACK = 12 * 8 * 60;
const ODDS_BACK = 12 * 60;

export const beginTelling = (script: Script): Telling => ({ script, nextMs: Number.NEGATIVE_INFINITY, told: {} });

export function leagueUpdate(league: DemoLeague, season: string): FeedUpdate {
  const { id, name, zh, vi, countryCode, zones, tempo } = league;
  const form = tempo.kind === 'cup' || tempo.kind === 'trophy' ? 'cup' : 'league';
  return { kind: 'league', id, sport: 'football', name, names: { 'zh-CN': zh, vi }, countryCode, season, form, drawPossible: true, zones };
}

export function teamUpdates(league: DemoLeague): FeedUpdate[] {
  return league.clubs.map(({ id, name, shortName, zh, aliases, countryCode, colours }) => ({
    kind: 'team',
    id,
    sport: 'football',
    name,
    shortName,
    ...(zh === undefined ? {} : { names: { 'zh-CN': zh } }),
    aliases,
    countryCode,
    colours,
  }));
}

/** What is new about a match since it was last told. */
export function tellChanges(telling: Telling, atMs: number): FeedUpdate[] {
  const { script, told } = telling;
  const state = matchAt(script, atMs);
  const back = (atMs - script.fixture.kickoffMs) / script.minuteMs;
  telling.nextMs = nextChangeMs(script, atMs);
  const updates: FeedUpdate[] = [];
  if (told.kickoffMs !== state.kickoffMs) updates.push(fixtureUpdate(script, state));
  // Events stand before the status, so that a goal is never scored by nobody.
  const events = state.events.map((event) => event.id).join();
  if ((told.events ?? '') !== events && back < EVENTS_BACK)
    updates.push({ kind: 'events', matchId: script.fixture.id, events: state.events });
  const status = statusKey(state);
  if (told.status !== status) updates.push(statusUpdate(script, state, atMs));
  const lineups = state.lineups !== null;
  if (told.lineups !== lineups && state.lineups !== null && back < LINEUPS_BACK) {
    updates.push({ kind: 'lineups', matchId: script.fixture.id, ...state.lineups });
  }
  const odds = state.odds.map((price) => `${price.bookmaker} ${price.home} ${price.draw} ${price.away} ${price.suspended}`).join();
  if (told.odds !== odds && back < ODDS_BACK) updates.push(oddsUpdate(script, state, atMs));
  telling.told = { kickoffMs: state.kickoffMs, status, events, lineups, odds };
  return updates;
}

/** Prices as they were earlier: a newcomer sees how they moved. */
export function tellEarlierOdds({ script }: Telling, atMs: number): FeedUpdate[] {
  const { fixture, minuteMs } = script;
  if (atMs > fixture.kickoffMs + ODDS_BACK * minuteMs) return [];
  return EARLIER.map((minutes) => Math.min(atMs, fixture.kickoffMs) - minutes * minuteMs).map((earlierMs) =>
    oddsUpdate(script, matchAt(script, earlierMs), earlierMs),
  );
}

/** Minutes before now, or before kick-off: the opening prices first. */
const EARLIER = [7200, 2160, 300];

function fixtureUpdate({ fixture }: Script, state: MatchState): FeedUpdate {
  const { id, league, season, round, homeId, awayId } = fixture;
  const kickoffAt = state.kickoffMs === null ? null : new Date(state.kickoffMs);
  return { kind: 'fixture', id, leagueId: league.id, season, round, homeTeamId: homeId, awayTeamId: awayId, kickoffAt };
}

function statusUpdate({ fixture }: Script, { status, minute, stoppage, score }: MatchState, atMs: number): FeedUpdate {
  return { kind: 'status', matchId: fixture.id, status, minute, stoppage, period: null, score, seenAt: new Date(atMs) };
}

const statusKey = ({ status, minute, stoppage, score }: MatchState): string => JSON.stringify([status, minute, stoppage, score]);

const oddsUpdate = ({ fixture }: Script, { odds }: MatchState, atMs: number): FeedUpdate => ({
  kind: 'odds',
  matchId: fixture.id,
  seenAt: new Date(atMs),
  bookmakers: odds,
});
