import type { DivisionPlace } from './played-match.ts';

/**
 * How a team comes into a division's new season: it stayed, came from below or above, came from another division whose place is not
 * known, was away for seasons, is new, or belongs to the first season that we know, when all are new.
 */
export type Move = 'stayed' | 'promoted' | 'relegated' | 'moved' | 'back' | 'new' | 'first';

export interface SeasonStart {
  division: string;
  season: number;
  moves: ReadonlyMap<string, Move>;
}

/** Remembers where each team played last, and says how the teams of a season come into it. Seasons are told in their order. */
export function createSeasonBook(placeOf: (division: string) => DivisionPlace | null) {
  const last = new Map<string, { division: string; season: number }>();
  const seasons = new Map<string, number>();

  const moveOf = (team: string, division: string, season: number): Move => {
    const before = last.get(team);
    if (before === undefined) return seasons.has(division) ? 'new' : 'first';
    // Divisions of one country do not begin on one day: where the team was is what counts, not how lately we heard of it.
    if (season - before.season > 1) return 'back';
    if (before.division === division) return 'stayed';
    const [from, to] = [placeOf(before.division), placeOf(division)];
    if (from === null || to === null || from.country !== to.country || from.tier === to.tier) return 'moved';
    return from.tier > to.tier ? 'promoted' : 'relegated';
  };

  return {
    /** The season's start where this is the first that we hear of it, else null. */
    start(division: string, season: number, teams: Iterable<string>): SeasonStart | null {
      if ((seasons.get(division) ?? Number.NEGATIVE_INFINITY) >= season) return null;
      const moves = new Map([...teams].map((team) => [team, moveOf(team, division, season)]));
      for (const team of moves.keys()) last.set(team, { division, season });
      seasons.set(division, season);
      return { division, season, moves };
    },
  };
}
