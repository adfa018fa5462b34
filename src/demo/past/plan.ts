import { type DemoFixture, firstRoundBack, roundAt } from '#demo/calendar.ts';
import type { DemoLeague } from '#demo/league.ts';
import { endMsOf } from '#demo/script.ts';
import type { PublishedMatch } from '#demo/updates.ts';
import type { World } from '#demo/world.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import { hasStakes, type PastInterest } from './people.ts';

/** Finished seasons of each league that a newcomer finds; leagues with short ones may have more. */
const SEASONS = 2;
/** What began later than this before the first start is left to the feed, which may still follow it. */
const LEFT_TO_FEED_MS = 30 * MINUTE_MS;

/** How long the kick-offs of a part are apart at most: while it is made, the feed and settlements wait. */
const SPAN_MS = 20 * MINUTE_MS;

/** Matches whose past is made in one transaction: those that began within a span, or on a day where only daily leagues played. */
export interface PastPart {
  /** Begins of later parts are later; the number is stored as progress. */
  beginMs: number;
  fixtures: DemoFixture[];
  /** Whether matches are told only before and after, all at once. */
  isDay: boolean;
}

/** Plans the past of a world that was first started at a time, oldest part first. */
export function planPast({ calendar, fixturesOf }: World, leagues: readonly DemoLeague[]): PastPart[] {
  const { sinceMs } = calendar;
  const rounds = leagues.map((league) => ({
    league,
    first: firstRoundBack(calendar, league, sinceMs, Math.max(SEASONS, league.toldSeasons)),
    last: roundAt(calendar, league, sinceMs),
  }));
  const fixtures = rounds.flatMap(({ league, first, last }) =>
    Array.from({ length: last - first + 1 }, (_, index) => fixturesOf(league, first + index)).flat(),
  );
  const told = fixtures.filter(({ kickoffMs }) => kickoffMs < sinceMs - LEFT_TO_FEED_MS).sort((a, b) => a.kickoffMs - b.kickoffMs);
  const quickMs = Math.min(...told.filter(({ league }) => league.tempo.kind !== 'daily').map(({ kickoffMs }) => kickoffMs));
  const parts = new Map<number, PastPart>();
  for (const fixture of told) {
    const isDay = fixture.kickoffMs < quickMs;
    const spanMs = isDay ? DAY_MS : SPAN_MS;
    const beginMs = Math.floor(fixture.kickoffMs / spanMs) * spanMs;
    const part = parts.get(beginMs) ?? { beginMs, fixtures: [], isDay };
    part.fixtures.push(fixture);
    parts.set(beginMs, part);
  }
  return [...parts.values()].sort((a, b) => a.beginMs - b.beginMs);
}

/** What is told of a match at a moment of its past: the announcement, the start, the middle, the final whistle, and then the settlement. */
export type PastStep = 'before' | 'begun' | 'middle' | 'over' | 'settled';

/** A match of the past with what people do about it. */
export interface PastMatch {
  telling: PublishedMatch;
  interest: PastInterest;
}

export interface PastMoment {
  atMs: number;
  steps: { step: PastStep; match: PastMatch }[];
}

/** Moments are whole multiples of this, so that many matches share one. */
const GRID_MS = MINUTE_MS;
const BEFORE_MS = 2 * MINUTE_MS;
const SETTLED_MS = 15 * SECOND_MS;

/** Returns the moments of a part, in order. Nothing is told before it is known, and no moment is there for nothing. */
export function momentsOf({ isDay }: PastPart, matches: readonly PastMatch[]): PastMoment[] {
  const down = (ms: number) => Math.floor(ms / GRID_MS) * GRID_MS;
  const up = (ms: number) => Math.ceil(ms / GRID_MS) * GRID_MS;
  const scripts = matches.map(({ telling }) => telling.script);
  const dayBeginMs = down(Math.min(...scripts.map(({ fixture }) => fixture.kickoffMs)) - BEFORE_MS);
  const dayEndMs = up(Math.max(...scripts.map(endMsOf)));
  const moments = new Map<number, PastMoment>();
  for (const match of matches) {
    const { script } = match.telling;
    const { kickoffMs } = script.fixture;
    const endMs = isDay ? dayEndMs : up(endMsOf(script));
    const steps: [number, PastStep, boolean][] = [
      [isDay ? dayBeginMs : down(kickoffMs - BEFORE_MS), 'before', true],
      [up(kickoffMs + 1), 'begun', !isDay],
      [up((kickoffMs + endMs) / 2), 'middle', !isDay && match.interest.lines.length > 0],
      [endMs, 'over', true],
      [up(endMs + SETTLED_MS), 'settled', hasStakes(match.interest)],
    ];
    for (const [atMs, step, isWanted] of steps) {
      if (!isWanted) continue;
      const moment = moments.get(atMs) ?? { atMs, steps: [] };
      moment.steps.push({ step, match });
      moments.set(atMs, moment);
    }
  }
  return [...moments.values()].sort((a, b) => a.atMs - b.atMs);
}
