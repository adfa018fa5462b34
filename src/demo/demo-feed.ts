import type { Feed, FeedUpdate } from '#server/modules/match-data/public.ts';
import { sleepUntilAborted } from '#server/platform/lifetime.ts';
import { firstRoundToPublish, lastPublishedRound, matchMinuteMs, parseMatchId, roundAt, seasonName } from './calendar.ts';
import type { DemoLeague } from './league.ts';
import { LEAGUES } from './leagues.ts';
import { leagueUpdate, type PublishedMatch, squadUpdates, startUpdates, teamUpdates, toChangeUpdates, toEarlierOdds } from './updates.ts';
import { createWorld, type World } from './world.ts';

export interface DemoFeedOptions {
  seed: string;
  /** Minutes of match time per real minute, 1 to 120. */
  speed: number;
  now: () => Date;
  /** When this world was first started, and what follows the names of its seasons; now, and nothing, by default. */
  names?: { sinceMs: number; mark: string };
  /** The leagues to play; all by default. */
  leagues?: readonly DemoLeague[];
  /** Returns early, without an error, when the signal is aborted. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Updates per batch of the first publication: large enough to be fast, small enough for one statement. */
const BATCH = 4000;
const TICK_MS_MAX = 1000;
const TICK_MS_MIN = 250;
const CONFIRMATION_MS = 2000;
/** How often the feed promises to confirm its prices. */
export const ODDS_CADENCE_SECONDS = Math.ceil(CONFIRMATION_MS / 1000);

interface Told {
  leagues: readonly DemoLeague[];
  world: World;
  followed: Map<string, PublishedMatch>;
  /** The last published round of each league. */
  rounds: Map<string, number>;
  seasons: Map<string, string>;
}

/** Creates the demo world's feed. It stores nothing: after a restart at any time, matches are where they would have been without it. */
export function createDemoFeed({ seed, speed, now, names, leagues = LEAGUES, sleep = sleepUntilAborted }: DemoFeedOptions): Feed {
  const world = createWorld({ seed, speed, sinceMs: now().getTime(), ...names });
  const tickMs = Math.min(TICK_MS_MAX, Math.max(TICK_MS_MIN, matchMinuteMs(world.calendar) / 5));

  async function* updates(signal: AbortSignal, unfinished: readonly string[] = []): AsyncGenerator<FeedUpdate[]> {
    const told: Told = { leagues, world, followed: new Map(), rounds: new Map(), seasons: new Map() };
    yield* batches(publishAll(told, unfinished, now().getTime()));
    let confirmedMs = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      const atMs = now().getTime();
      const batch = [...newRoundUpdates(told, atMs), ...dueUpdates(told, atMs)];
      if (atMs - confirmedMs >= CONFIRMATION_MS) {
        batch.push({ kind: 'confirmation', seenAt: new Date(atMs) });
        confirmedMs = atMs;
      }
      if (batch.length > 0) yield batch;
      await sleep(tickMs, signal);
    }
  }

  return { name: 'demo', oddsCadenceSeconds: ODDS_CADENCE_SECONDS, updates };
}

/** Publishes the whole world at once: leagues and teams first, so that later updates refer to something known. */
function publishAll(told: Told, unfinished: readonly string[], atMs: number): FeedUpdate[] {
  const { leagues, world } = told;
  const { calendar } = world;
  const updates: FeedUpdate[] = [];
  const teams = new Set<string>();
  for (const league of leagues) {
    const season = seasonName(calendar, league, roundAt(calendar, league, atMs));
    told.seasons.set(league.id, season);
    updates.push(leagueUpdate(league, season));
    if (!teams.has(league.clubs[0]!.id)) updates.push(...teamUpdates(league), ...squadUpdates(league, calendar.seed));
    teams.add(league.clubs[0]!.id);
    told.rounds.set(league.id, firstRoundToPublish(calendar, league, atMs) - 1);
  }
  followUnfinished(told, unfinished);
  followNewRounds(told, atMs);
  const earlier = [...told.followed.values()].flatMap((telling) => toEarlierOdds(telling, atMs));
  const current = dueUpdates(told, atMs);
  const isFixture = (update: FeedUpdate) => update.kind === 'fixture';
  return [...updates, ...current.filter(isFixture), ...earlier, ...current.filter((update) => !isFixture(update))];
}

/**
 * Follows matches that were left unfinished long ago, at another speed or in a league that is no longer played: their ids contain their
 * place and calendar.
 */
function followUnfinished({ leagues, world, followed }: Told, unfinished: readonly string[]): void {
  const worlds = new Map([[world.calendar.speed, world]]);
  for (const id of unfinished) {
    const place = parseMatchId(id);
    const league = [...leagues, ...LEAGUES].find(({ id }) => id === place?.leagueId);
    if (place === null || league === undefined || place.speed < 1) continue;
    const home = worlds.get(place.speed) ?? createWorld({ ...world.calendar, speed: place.speed });
    worlds.set(place.speed, home);
    const fixture = home.fixturesOf(league, place.roundNumber).find((one) => one.id === id);
    if (fixture) followed.set(id, startUpdates(home.scriptOf(fixture)));
  }
}

/** Starts to follow the matches of rounds that are known by now. Returns the leagues that had any. */
function followNewRounds({ leagues, world, followed, rounds }: Told, atMs: number): void {
  for (const league of leagues) {
    const last = lastPublishedRound(world.calendar, league, atMs);
    for (let round = rounds.get(league.id)! + 1; round <= last; round++) {
      for (const fixture of world.fixturesOf(league, round)) followed.set(fixture.id, startUpdates(world.scriptOf(fixture)));
      rounds.set(league.id, round);
    }
  }
}

function newRoundUpdates(told: Told, atMs: number): FeedUpdate[] {
  const updates: FeedUpdate[] = [];
  for (const league of told.leagues) {
    const season = seasonName(told.world.calendar, league, roundAt(told.world.calendar, league, atMs));
    if (told.seasons.get(league.id) !== season) updates.push(leagueUpdate(league, season));
    told.seasons.set(league.id, season);
  }
  followNewRounds(told, atMs);
  return updates;
}

/** Returns what changed in the followed matches; stops following those that are over. */
function dueUpdates({ followed }: Told, atMs: number): FeedUpdate[] {
  const updates: FeedUpdate[] = [];
  for (const [id, telling] of followed) {
    if (telling.nextMs > atMs) continue;
    updates.push(...toChangeUpdates(telling, atMs));
    if (telling.nextMs === Number.POSITIVE_INFINITY) followed.delete(id);
  }
  return updates;
}

function* batches(updates: FeedUpdate[]): Generator<FeedUpdate[]> {
  for (let i = 0; i < updates.length; i += BATCH) yield updates.slice(i, i + BATCH);
}
