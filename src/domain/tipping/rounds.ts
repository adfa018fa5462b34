import { DAY_MS, utcDay } from '#domain/time.ts';

/** How the matches of a group are made into rounds: by the rounds of their league, by weeks from Monday, or by days (UTC). */
export const ROUND_KINDS = ['league_round', 'week', 'day'] as const;
export type RoundKind = (typeof ROUND_KINDS)[number];

/** A match as far as its round is concerned. */
export interface RoundedMatch {
  leagueId: number;
  season: string;
  round: string;
  /** Null while it has no date. */
  kickoffAt: Date | null;
}

/**
 * Returns the key of a match's round: "league:7:2026:Round 5", "week:2026-11-23" (its Monday) or "day:2026-11-26". Null for a match
 * without a date in a group with rounds by dates: it is in none until it has one.
 */
export function roundKey(kind: RoundKind, { leagueId, season, round, kickoffAt }: RoundedMatch): string | null {
  if (kind === 'league_round') return `league:${leagueId}:${season}:${round}`;
  if (kickoffAt === null) return null;
  if (kind === 'day') return `day:${utcDay(kickoffAt)}`;
  // 1970-01-01 was a Thursday, three days after a Monday.
  const day = Math.floor(kickoffAt.getTime() / DAY_MS);
  return `week:${utcDay((day - ((day + 3) % 7)) * DAY_MS)}`;
}

export const ROUND_KEY_LENGTH_MAX = 160;

/** A round: its matches share a screen, a weight and, if the rules say so, a deadline. */
export interface Round<M> {
  key: string;
  matches: M[];
  /** Kick-off of its first and its last match; null if none has a date. */
  startsAt: Date | null;
  endsAt: Date | null;
}

/**
 * Returns matches by rounds, the round that begins first before the others, those without a date last. Matches keep their order; those
 * whose key is null are in no round.
 */
export function roundsOf<M extends Pick<RoundedMatch, 'kickoffAt'>>(matches: readonly M[], keyOf: (match: M) => string | null): Round<M>[] {
  const byKey = new Map<string, M[]>();
  for (const match of matches) {
    const key = keyOf(match);
    if (key === null) continue;
    const known = byKey.get(key);
    if (known) known.push(match);
    else byKey.set(key, [match]);
  }
  const rounds = [...byKey].map(([key, of]): Round<M> => {
    const times = of.flatMap(({ kickoffAt }) => kickoffAt?.getTime() ?? []);
    if (times.length === 0) return { key, matches: of, startsAt: null, endsAt: null };
    return { key, matches: of, startsAt: new Date(Math.min(...times)), endsAt: new Date(Math.max(...times)) };
  });
  const timeOf = ({ startsAt }: Round<M>) => startsAt?.getTime() ?? Number.MAX_SAFE_INTEGER;
  return rounds.sort((a, b) => timeOf(a) - timeOf(b) || (a.key < b.key ? -1 : 1));
}
