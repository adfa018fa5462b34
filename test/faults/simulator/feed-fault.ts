import { integer, pickOne, type Random } from '#server/feeds/demo/seeded-random.ts';
import type { FeedUpdate, FixtureUpdate, StatusUpdate } from '#server/feeds/feed.ts';
import type { Course, Truth } from './course.ts';

/** What a feed does wrong for a while; the truth comes after it. */
export const FEED_FAULTS = ['duplicate', 'late', 'regress', 'gap', 'swap', 'wrong final'] as const;
export interface FeedFault {
  kind: (typeof FEED_FAULTS)[number];
  from: number;
  until: number;
}

/** A match as a feed knows it: its course, and where its planned kick-off lies in the world's minutes. */
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

/** None, one or two faults on the day of the match. */
export function drawFaults(random: Random): FeedFault[] {
  return Array.from({ length: integer(random, 0, 2) }, () => {
    const kind = pickOne(random, FEED_FAULTS);
    const from = kind === 'wrong final' ? WHISTLE : integer(random, -120, 200);
    return { kind, from, until: from + (kind === 'swap' ? 8 : integer(random, 8, 45)) };
  });
}

/** Whether the feed named the sides the wrong way round while stakes were taken: they go back then. */
export const isSwappedBefore = ({ faults, course }: FeedMatch, minute: number): boolean =>
  faults.some(({ kind, from }) => kind === 'swap' && from <= minute) && course.at(minute).status === 'ns';

/** What the feed says of a match at a minute of the world, and when it says to have seen it. */
export function tell(match: FeedMatch, minute: number, timeOf: (minute: number) => Date): FeedUpdate[] {
  const own = minute - match.offset;
  const active = match.faults.filter(({ from, until }) => own >= from && own < until).map(({ kind }) => kind);
  if (active.includes('gap')) return [];
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
