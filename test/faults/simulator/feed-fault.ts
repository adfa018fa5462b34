import { integer, pickOne, type Random } from '#demo/seeded-random.ts';
import type { FeedUpdate, FixtureUpdate, StatusUpdate } from '#server/modules/match-data/import/feed.ts';
import type { Course, Truth } from './course.ts';

/** Temporary faults of a feed; it reports the truth afterwards. */
export const FEED_FAULTS = ['duplicate', 'late', 'regress', 'gap', 'silence', 'swap', 'wrong final'] as const;
export interface FeedFault {
  kind: (typeof FEED_FAULTS)[number];
  from: number;
  until: number;
}

/** A match as a feed knows it: its course, and its planned kick-off in the world's minutes. */
export interface FeedMatch {
  id: string;
  homeTeamId: string;
  awayTeamId: string;
  offset: number;
  course: Course;
  faults: FeedFault[];
}

const LATE_MINUTES = 25;
const REGRESS_MINUTES = 40;
const WHISTLE = 112;

/** Draws up to two faults on the day of the match; an early start is always reported late. */
export function drawFaults(random: Random, course: Course): FeedFault[] {
  if (course.name === 'begun early') return [{ kind: 'gap', from: -24, until: -2 }];
  return Array.from({ length: integer(random, 0, 2) }, () => {
    const kind = pickOne(random, FEED_FAULTS);
    const [from, minutes] = whenOf(kind, random);
    return { kind, from, until: from + minutes };
  });
}

function whenOf(kind: FeedFault['kind'], random: Random): [from: number, minutes: number] {
  if (kind === 'wrong final') return [WHISTLE, integer(random, 8, 45)];
  if (kind === 'swap') return [integer(random, -120, 200), 8];
  // Longer than every timeout: silence alone must not refund stakes.
  if (kind === 'silence') return [integer(random, 0, 10), integer(random, 310, 340)];
  return [integer(random, -120, 200), integer(random, 8, 45)];
}

/** Returns what the feed reports of a match at a minute of the world, and the observation time it states. */
export function tell(match: FeedMatch, minute: number, timeOf: (minute: number) => Date): FeedUpdate[] {
  const own = minute - match.offset;
  const active = match.faults.filter(({ from, until }) => own >= from && own < until).map(({ kind }) => kind);
  if (active.includes('gap') || active.includes('silence')) return [];
  const seen = active.includes('late') ? own - LATE_MINUTES : own;
  const truth = match.course.at(active.includes('regress') ? seen - REGRESS_MINUTES : seen);
  const told = active.includes('wrong final') && truth.status === 'ft' ? wrongFinal(truth) : truth;
  const updates = updatesOf(match, told, timeOf(seen + match.offset), timeOf, active.includes('swap'));
  return active.includes('duplicate') ? [...updates, ...updates] : updates;
}

const wrongFinal = (truth: Truth): Truth => {
  const [home, away] = truth.score.fulltime!;
  return { ...truth, score: { ...truth.score, home: home + 2, away, fulltime: [home + 2, away] } };
};

function updatesOf(match: FeedMatch, truth: Truth, seenAt: Date, timeOf: (minute: number) => Date, isSwapped: boolean): FeedUpdate[] {
  const fixture: FixtureUpdate = {
    ...{ kind: 'fixture', id: match.id, leagueId: '1', season: '2026/27', round: 'Round 1' },
    homeTeamId: isSwapped ? match.awayTeamId : match.homeTeamId,
    awayTeamId: isSwapped ? match.homeTeamId : match.awayTeamId,
    kickoffAt: truth.kickoff === null ? null : timeOf(truth.kickoff + match.offset),
  };
  const status: StatusUpdate = {
    ...{ kind: 'status', matchId: match.id, status: truth.status, stoppage: null, period: null },
    minute: truth.minute,
    score: truth.score,
    seenAt,
  };
  return [fixture, status];
}
