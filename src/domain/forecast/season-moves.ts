import type { DivisionPlace } from './played-match.ts';

/**
 * How a team comes into a division's new season: it stayed, came from below or above, came from another division whose place is not
 * known, was away for seasons, is new, or belongs to the first season that we know, when all are new.
 */
export type Move = 'stayed' | 'promoted' | 'relegated' | 'moved' | 'back' | 'new' | 'first';

export interface SeasonStart {
  division: string;
  season: number;
  /** Those who come into it now. */
  moves: ReadonlyMap<string, Move>;
  /** At the very beginning, those who played the season before; else none. */
  before: readonly string[];
}

interface Season {
  season: number;
  isFirst: boolean;
  teams: Set<string>;
}

/**
 * Remembers where each team played last, and says how teams come into a season: all at once where its fixture list is known, or each when
 * it first appears. Seasons are told in their order.
 */
export function createSeasonBook(placeOf: (division: string) => DivisionPlace | null) {
  const last = new Map<string, { division: string; season: number }>();
  const current = new Map<string, Season>();

  const moveOf = (team: string, division: string, { season, isFirst }: Season): Move => {
    const before = last.get(team);
    if (before === undefined) return isFirst ? 'first' : 'new';
    // Divisions of one country do not begin on one day: where the team was is what counts, not how lately we heard of it.
    if (season - before.season > 1) return 'back';
    if (before.division === division) return 'stayed';
    const [from, to] = [placeOf(before.division), placeOf(division)];
    if (from === null || to === null || from.country !== to.country || from.tier === to.tier) return 'moved';
    return from.tier > to.tier ? 'promoted' : 'relegated';
  };

  return {
    /** Who of these teams comes into the season now; null where nobody does, and for seasons that are over. */
    start(division: string, season: number, teams: Iterable<string>): SeasonStart | null {
      const known = current.get(division);
      if (known !== undefined && season < known.season) return null;
      const isBeginning = known?.season !== season;
      const now: Season = isBeginning ? { season, isFirst: known === undefined, teams: new Set() } : known;
      const coming = [...new Set(teams)].filter((team) => !now.teams.has(team));
      if (coming.length === 0) return null;
      const moves = new Map(coming.map((team) => [team, moveOf(team, division, now)]));
      for (const team of coming) {
        now.teams.add(team);
        last.set(team, { division, season });
      }
      current.set(division, now);
      return { division, season, moves, before: isBeginning && known !== undefined ? [...known.teams] : [] };
    },
  };
}
