import type { FeedUpdate } from '#server/modules/match-data/public.ts';
import type { DemoLeague } from './league.ts';
import { minutesCountedAt, shotsAt, statisticsAt } from './match-at.ts';
import type { MatchState } from './match-state.ts';
import { coachOf, squadOf } from './people.ts';
import { ratingsOf, ratingsUpdate } from './ratings.ts';
import { nextStateMs, type Script, stateAt } from './script.ts';

/** A followed match and its last published state, so that only changes are published. */
export interface PublishedMatch {
  script: Script;
  nextMs: number;
  told: {
    kickoffMs?: number | null;
    status?: string;
    events?: string;
    lineups?: boolean;
    odds?: string;
    minutes?: number | null;
    shots?: string;
    /** The events that the ratings are of. */
    ratings?: string;
  };
}

/** How far back the first publication includes details, in minutes of match time; results go back two seasons. */
const EVENTS_BACK = 12 * 72 * 60;
const LINEUPS_BACK = 12 * 8 * 60;
const ODDS_BACK = 12 * 60;
/** How far back line-ups of daily leagues are published: these play one round a day, and probable line-ups are derived from those of several days. */
const DAILY_LINEUPS_BACK = 12 * 96 * 60;

/** A league without statistics and line-ups, as many small leagues are in real feeds. */
const UNCOVERED = 'league:kronenliga';
const isCovered = ({ fixture }: Script): boolean => fixture.league.id !== UNCOVERED;
const lineupsBack = ({ fixture }: Script): number => (fixture.league.tempo.kind === 'daily' ? DAILY_LINEUPS_BACK : LINEUPS_BACK);

export const startUpdates = (script: Script): PublishedMatch => ({ script, nextMs: Number.NEGATIVE_INFINITY, told: {} });

export function leagueUpdate(league: DemoLeague, season: string): FeedUpdate {
  const { id, sport, name, zh, vi, countryCode, rules, tempo, drawPossible, ratingGroup, surface } = league;
  const form = tempo.kind === 'cup' || tempo.kind === 'trophy' ? 'cup' : 'league';
  const ratings = { ...(ratingGroup && { ratingGroup }), ...(surface && { surface }) };
  return { kind: 'league', id, sport, name, names: { 'zh-CN': zh, vi }, countryCode, season, form, drawPossible, rules, ...ratings };
}

export function teamUpdates(league: DemoLeague): FeedUpdate[] {
  return league.clubs.map(({ id, name, shortName, zh, vi, aliases, countryCode, colours }) => ({
    kind: 'team',
    id,
    sport: league.sport,
    name,
    shortName,
    names: { ...(zh && { 'zh-CN': zh }), ...(vi && { vi }) },
    aliases,
    countryCode,
    colours,
  }));
}

/** Returns the clubs' squads: the demo world has squads in football only. */
export const squadUpdates = ({ sport, clubs }: DemoLeague, seed: string): FeedUpdate[] =>
  (sport === 'football' ? clubs : []).map(({ id, countryCode }) => ({
    kind: 'squad',
    teamId: id,
    coach: coachOf(seed, id, countryCode),
    players: squadOf(seed, id, countryCode),
  }));

/** Returns what changed in a match since it was last published. */
export function toChangeUpdates(telling: PublishedMatch, atMs: number): FeedUpdate[] {
  const { script, told } = telling;
  const state = stateAt(script, atMs);
  const back = (atMs - script.fixture.kickoffMs) / script.minuteMs;
  telling.nextMs = nextStateMs(script, atMs);
  const updates: FeedUpdate[] = [];
  if (told.kickoffMs !== state.kickoffMs) updates.push(fixtureUpdate(script, state));
  // Events come before the status, so that no goal is shown without a scorer.
  const events = state.events.map((event) => event.id).join();
  if ((told.events ?? '') !== events && back < EVENTS_BACK)
    updates.push({ kind: 'events', matchId: script.fixture.id, events: state.events });
  const status = statusKey(state);
  if (told.status !== status) updates.push(statusUpdate(script, state, atMs));
  const lineups = state.lineups !== null;
  if (told.lineups !== lineups && state.lineups !== null && back < lineupsBack(script) && isCovered(script)) {
    updates.push({ kind: 'lineups', matchId: script.fixture.id, ...state.lineups });
  }
  // Statistics change with each minute and each event, so that no goal is shown without its shot.
  const minutes = script.kind === 'football' ? minutesCountedAt(script, atMs) : null;
  const isCountedAnew = minutes !== null && (told.minutes !== minutes || told.events !== events);
  const isTold = isCountedAnew && back < EVENTS_BACK && isCovered(script);
  const counted = isTold && script.kind === 'football' ? statisticsAt(script, atMs) : null;
  if (counted !== null) updates.push({ kind: 'statistics', matchId: script.fixture.id, ...counted });
  // A cancelled goal takes its shot with it.
  const shots = counted === null ? told.shots : `${counted.home.shots} ${counted.away.shots} ${events}`;
  if (script.kind === 'football' && told.shots !== shots && back < LINEUPS_BACK)
    updates.push({ kind: 'shots', matchId: script.fixture.id, shots: shotsAt(script, atMs) });
  const isRated = told.ratings !== events && back < lineupsBack(script) && isCovered(script);
  const ratings = isRated ? ratingsAt(script, state, atMs) : null;
  if (ratings !== null) updates.push(ratings);
  const odds = state.odds.map((price) => `${price.bookmaker} ${price.home} ${price.draw} ${price.away} ${price.suspended}`).join();
  if (told.odds !== odds && back < ODDS_BACK) updates.push(oddsUpdate(script, state, atMs));
  if (shots !== undefined) told.shots = shots;
  if (ratings !== null) told.ratings = events;
  Object.assign(told, { kickoffMs: state.kickoffMs, status, events, lineups, odds, minutes });
  return updates;
}

/** Returns the ratings of a match that was played to its end; null of other matches. */
function ratingsAt(script: Script, { status, score, events }: MatchState, atMs: number): FeedUpdate | null {
  const { home, away } = score;
  if (script.kind !== 'football' || !RATED.includes(status) || home === null || away === null) return null;
  const { id, homeId, awayId } = script.fixture;
  return ratingsUpdate(id, ratingsOf(script, { home: homeId, away: awayId }, { home, away }, events, shotsAt(script, atMs)));
}

const RATED: readonly string[] = ['ft', 'aet', 'pen'];

/** Returns earlier prices for the first publication, so that price movements are visible: more of them when the match is near. */
export function toEarlierOdds({ script }: PublishedMatch, atMs: number): FeedUpdate[] {
  const { fixture, minuteMs } = script;
  if (atMs > fixture.kickoffMs + ODDS_BACK * minuteMs) return [];
  const untilKickoff = (fixture.kickoffMs - atMs) / minuteMs;
  const isNear = untilKickoff < NEAR.before && untilKickoff > -NEAR.after;
  return (isNear ? EARLIER_NEAR : EARLIER)
    .map((minutes) => Math.min(atMs, fixture.kickoffMs) - minutes * minuteMs)
    .map((earlierMs) => oddsUpdate(script, stateAt(script, earlierMs), earlierMs));
}

/** Minutes before now or before kick-off, whichever is earlier; the opening prices come first. */
const EARLIER = [7200, 2160, 300];
const EARLIER_NEAR = [7200, 5040, 3600, 2160, 1260, 720, 420, 300, 180, 120, 60, 30];
/** The minutes before and after kick-off in which a match counts as near: until about its end. */
const NEAR = { before: 360, after: 150 };

function fixtureUpdate({ fixture }: Script, state: MatchState): FeedUpdate {
  const { id, league, season, round, group, homeId, awayId } = fixture;
  const kickoffAt = state.kickoffMs === null ? null : new Date(state.kickoffMs);
  const teams = { homeTeamId: homeId, awayTeamId: awayId };
  const more = { ...(group !== null && { group }), ...(league.format && { format: league.format }) };
  return { kind: 'fixture', id, leagueId: league.id, season, round, ...teams, kickoffAt, ...more };
}

function statusUpdate({ fixture }: Script, { status, minute, stoppage, period, score }: MatchState, atMs: number): FeedUpdate {
  return { kind: 'status', matchId: fixture.id, status, minute, stoppage, period, score, seenAt: new Date(atMs) };
}

const statusKey = ({ status, minute, stoppage, period, score }: MatchState): string =>
  JSON.stringify([status, minute, stoppage, period, score]);

const oddsUpdate = ({ fixture }: Script, { odds }: MatchState, atMs: number): FeedUpdate => ({
  kind: 'odds',
  matchId: fixture.id,
  seenAt: new Date(atMs),
  bookmakers: odds,
});
