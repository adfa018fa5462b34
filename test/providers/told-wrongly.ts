import type { Score } from '#domain/matches/score.ts';
import type { Ending } from './provider.ts';
import { at, type Told } from './truth.ts';

/** Reports of a provider that are wrong or change, in any format: each alters the truth at a moment. */

type Window = [from: number, until: number];
/** In minutes from kick-off: while stakes are taken, in the first half, in the second, after the end, and the day after. */
const BEFORE: Window = [-60, -20];
const FIRST_HALF: Window = [20, 44];
const SECOND_HALF: Window = [75, 90];
const OVER: Window = [116, 160];
const DAY_AFTER: Window = [1_440, Number.POSITIVE_INFINITY];

export interface ToldWrongly {
  windows: Window[];
  bend: (told: Told) => Told[];
  /** The log line that shows it; null if the truth changed and there is nothing to refuse. */
  shows: RegExp | null;
  /** How the day ends if not as without a fault. */
  ends?: Ending;
}

export const isWithin = (windows: readonly Window[], minutes: number): boolean =>
  windows.some(([from, until]) => minutes >= from && minutes < until);

const renamed = (told: Told, id: string): Told => ({
  ...told,
  fixture: { ...told.fixture, id },
  status: { ...told.status, matchId: id },
});
const withFixture = (told: Told, change: Partial<Told['fixture']>): Told => ({ ...told, fixture: { ...told.fixture, ...change } });
const withStatus = (told: Told, change: Partial<Told['status']>): Told => ({ ...told, status: { ...told.status, ...change } });
const goalsOf = ({ events }: Told) => events.filter(({ type }) => type === 'goal');
const scored = ({ status: { score } }: Told): Score => [score.home ?? 0, score.away ?? 0];

function withScore(told: Told, [home, away]: Score): Told {
  const { score } = told.status;
  const isOver = score.fulltime !== null;
  const halftime: Score | null = score.halftime && [Math.min(home, score.halftime[0]), Math.min(away, score.halftime[1])];
  return withStatus(told, { score: { ...score, home, away, halftime, fulltime: isOver ? [home, away] : null } });
}

const other = (side: 'home' | 'away') => (side === 'home' ? 'away' : 'home');
const turned = (score: Score | null): Score | null => score && [score[1], score[0]];
function swapped(told: Told): Told {
  const { fixture, status, events } = told;
  const { home, away, halftime, fulltime } = status.score;
  return {
    fixture: { ...fixture, homeTeamId: fixture.awayTeamId, awayTeamId: fixture.homeTeamId },
    status: { ...status, score: { ...status.score, home: away, away: home, halftime: turned(halftime), fulltime: turned(fulltime) } },
    events: events.map((event) => ({ ...event, side: other(event.side) })),
  };
}

function oneGoalMore(told: Told): Told {
  const [home, away] = scored(told);
  const seen = { ...goalsOf(told)[0]!, id: 'offside', minute: 70, period: 'H2' as const, player: 'Offside' };
  return { ...withScore(told, [home + 1, away]), events: [...told.events, seen] };
}

const yearEarlier = (moment: Date): Date => new Date(new Date(moment).setUTCFullYear(moment.getUTCFullYear() - 1));

export const TOLD_WRONGLY: Record<string, ToldWrongly> = {
  'events out of order': {
    windows: [SECOND_HALF],
    bend: (told) => [{ ...told, events: told.events.toReversed() }, withStatus(told, { status: 'h1', minute: 40 })],
    shows: /status_h1_after_h2/,
  },
  'an event taken back': { windows: [SECOND_HALF], bend: (told) => [oneGoalMore(told)], shows: null },
  'a kick-off moved, and moved back': {
    windows: [BEFORE],
    bend: (told) => [withFixture(told, { kickoffAt: at(60) })],
    shows: null,
  },
  'ids changed': { windows: [BEFORE, FIRST_HALF, OVER], bend: (told) => [renamed(told, '1007')], shows: /known_by_another_id/ },
  'the clock wrong': {
    windows: [FIRST_HALF],
    bend: (told) => [withStatus(told, { minute: 301, seenAt: new Date(told.status.seenAt.getTime() + 3_600_000) })],
    shows: /seen_in_the_future|minute_out_of_range|unreadable fixture\.status\.elapsed/,
  },
  'the final score corrected a day later': {
    windows: [DAY_AFTER],
    bend: (told) => [{ ...withScore(told, [1, 1]), events: told.events.filter((event) => event !== goalsOf(told)[1]) }],
    shows: null,
    ends: 'corrected',
  },
  'a final score taken back for a while': {
    windows: [OVER],
    bend: (told) => [{ ...withScore(told, [0, 0]), events: [] }],
    shows: null,
    ends: 'corrected and back',
  },
  'the final whistle in the first half': {
    windows: [FIRST_HALF],
    bend: (told) => [
      withStatus(told, {
        status: 'ft',
        minute: null,
        score: { ...told.status.score, home: 4, away: 1, halftime: [2, 1], fulltime: [4, 1] },
      }),
    ],
    shows: /final_too_early/,
  },
  'the score going down': {
    windows: [SECOND_HALF],
    bend: (told) => [{ ...withScore(told, [0, 0]), events: [] }],
    shows: /score_(dropped|halftime_shrank)/,
  },
  'a finished match going live': {
    windows: [OVER],
    bend: (told) => [withStatus(withScore(told, [2, 1]), { status: 'h1', minute: 10, score: { ...told.status.score, fulltime: null } })],
    shows: /status_(h1|ns|live)_after_ft/,
  },
  'teams swapped before the kick-off': {
    windows: [BEFORE],
    bend: (told) => [swapped(told)],
    shows: /teams_swapped|known_by_another_id/,
    ends: 'given back',
  },
  'teams swapped after the final whistle': {
    windows: [OVER],
    bend: (told) => [swapped(told)],
    shows: /teams_swapped_after_the_end|known_by_another_id/,
  },
  'a duplicate': {
    windows: [[-180, -20], FIRST_HALF, OVER],
    bend: (told) => [told, renamed(told, '1007'), told],
    shows: /known_by_another_id/,
  },
  'a fixture in two leagues': {
    windows: [BEFORE, FIRST_HALF, OVER],
    bend: (told) => [withFixture(told, { leagueId: '40' })],
    shows: /in_two_leagues|known_by_another_id/,
  },
  'a date in the wrong year': {
    windows: [BEFORE, FIRST_HALF, OVER],
    bend: (told) => [withFixture(told, { kickoffAt: yearEarlier(told.fixture.kickoffAt) })],
    shows: /kickoff_outside_season|kickoff_in_another_year|is the year wrong/,
  },
};
