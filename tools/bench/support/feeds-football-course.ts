import { integer, type Random } from '#demo/seeded-random.ts';
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts';

export type FootballPhase = 'ns' | 'h1' | 'ht' | 'h2' | 'ft';

/** Something that happens in a match: a goal, a card or a substitution. */
export interface FootballMoment {
  atMs: number;
  type: 'goal' | 'card' | 'subst';
  side: 'home' | 'away';
  minute: number;
}

export interface FootballCourse {
  beginMs: number;
  halftimeMs: number;
  secondMs: number;
  endMs: number;
  moments: FootballMoment[];
  final: [number, number];
}

/** Invents the course of a football match: two halves with stoppage time, and what happens in them. */
export function footballCourse(random: Random, kickoffMs: number): FootballCourse {
  const seconds = (min: number, max: number) => integer(random, min, max) * SECOND_MS;
  const beginMs = kickoffMs + seconds(20, 240);
  const halftimeMs = beginMs + 45 * MINUTE_MS + seconds(30, 300);
  const secondMs = halftimeMs + 15 * MINUTE_MS + seconds(10, 180);
  const endMs = secondMs + 45 * MINUTE_MS + seconds(90, 480);
  const moments = [
    ...happening(random, 'goal', integer(random, 0, 3) + integer(random, 0, 2)),
    ...happening(random, 'card', integer(random, 1, 6)),
    ...happening(random, 'subst', integer(random, 6, 10)),
  ].map(({ share, ...moment }) => {
    const isFirst = share < 0.5;
    const inHalfMs = (isFirst ? share : share - 0.5) * 2 * 45 * MINUTE_MS;
    const minute = Math.floor(inHalfMs / MINUTE_MS) + (isFirst ? 1 : 46);
    return { ...moment, atMs: (isFirst ? beginMs : secondMs) + inHalfMs, minute };
  });
  moments.sort((a, b) => a.atMs - b.atMs);
  return { beginMs, halftimeMs, secondMs, endMs, moments, final: goalsIn(moments, endMs) };
}

const happening = (random: Random, type: FootballMoment['type'], count: number) =>
  Array.from({ length: count }, () => ({ type, side: random() < 0.55 ? ('home' as const) : ('away' as const), share: random() }));

function goalsIn(moments: readonly FootballMoment[], untilMs: number): [number, number] {
  const goals = moments.filter(({ type, atMs }) => type === 'goal' && atMs <= untilMs);
  const home = goals.filter(({ side }) => side === 'home').length;
  return [home, goals.length - home];
}

/** The state of a match, as a provider tells it. */
export interface FootballState {
  phase: FootballPhase;
  /** Minutes played, counted on beyond the end of a half; null outside play. */
  elapsed: number | null;
  goals: [number, number] | null;
  halftime: [number, number] | null;
  moments: FootballMoment[];
}

export function footballAt(course: FootballCourse, nowMs: number): FootballState {
  const { beginMs, halftimeMs, secondMs, endMs, moments } = course;
  const phase = nowMs >= endMs ? 'ft' : nowMs >= secondMs ? 'h2' : nowMs >= halftimeMs ? 'ht' : nowMs >= beginMs ? 'h1' : 'ns';
  const minutesSince = (ms: number) => Math.floor((nowMs - ms) / MINUTE_MS) + 1;
  return {
    phase,
    elapsed: phase === 'h1' ? minutesSince(beginMs) : phase === 'h2' ? 45 + minutesSince(secondMs) : null,
    goals: phase === 'ns' ? null : goalsIn(moments, nowMs),
    halftime: nowMs >= halftimeMs ? goalsIn(moments, halftimeMs) : null,
    moments: moments.filter(({ atMs }) => atMs <= nowMs),
  };
}
