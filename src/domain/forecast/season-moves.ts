import type { DivisionPlace } from './played-match.ts';

/**
 * How a team enters a division's new season: it stayed, came from below or above, came from another division of unknown place, was away for
 * seasons, is new, or belongs to the first known season, in which all are new.
 */
export type Move = 'stayed' | 'promoted' | 'relegated' | 'moved' | 'back' | 'new' | 'first';

export interface SeasonStart {
  division: string;
  season: number;
  /** Teams entering the season now. */
  moves: ReadonlyMap<string, Move>;
  /** At the start of the season, the teams of the season before; otherwise empty. */
  before: readonly string[];
}

interface Season {
  season: number;
  isFirst: boolean;
  teams: Set<string>;
}

/**
 * Remembers where each team last played, and returns how teams enter a season: all at once if the fixture list is known, otherwise each
 * when it first appears. Pass seasons in order.
 */
export function createSeasonBook(placeOf: (division: string) => DivisionPlace | null) {
  const last = new Map<string, { division: string; season: number }>();
  const current = new Map<string, Season>();

  const moveOf = (team: string, division: string, { season, isFirst }: Season): Move => {
    const before = last.get(team);
    if (before === undefined) return isFirst ? 'first' : 'new';
    // Divisions of one country start on different days, so the seasons are compared rather than the days.
    if (season - before.season > 1) return 'back';
    if (before.division === division) return 'stayed';
    const [from, to] = [placeOf(before.division), placeOf(division)];
    if (from === null || to === null || from.country !== to.country || from.tier === to.tier) return 'moved';
    return from.tier > to.tier ? 'promoted' : 'relegated';
  };

  return {
    /**
     * Returns how many tiers the home side's last division is above the away side's in a match of a competition that is no division of a
     * country; 0 if the places are unknown or in two countries.
     */
    tiersAbove(division: string, home: string, away: string): number {
      if (placeOf(division) !== null) return 0;
      const [ours, theirs] = [home, away].map((team) => {
        const known = last.get(team);
        return known === undefined ? null : placeOf(known.division);
      });
      if (!ours || !theirs || ours.country !== theirs.country) return 0;
      return theirs.tier - ours.tier;
    },

    /** Returns which of these teams enter the season now; null if none do, or if the season is over. */
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
