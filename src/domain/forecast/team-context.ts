import type { Fixture, PlayedMatch } from './played-match.ts';
import type { Move, SeasonStart } from './season-moves.ts';

/** Context of a side besides its strength. */
export interface SideContext {
  /** Days since its last match, at most 14; 7 if unknown. */
  restDays: number;
  /** 1 in the first season after promotion or as a new team, -1 after relegation, otherwise 0. */
  newcomer: number;
  /** Number of matches seen. */
  matches: number;
  /** Matches with shots counted, and with prices: from 0 for none to 1 for 25 or more. */
  shotsKnown: number;
  pricesKnown: number;
}

const REST_DAYS_MAX = 14;
export const REST_DAYS_USUAL = 7;
const KNOWN_ENOUGH = 25;

const NEWCOMER: Partial<Record<Move, number>> = { promoted: 1, new: 1, relegated: -1 };

interface TeamRecord {
  lastDay: number | null;
  newcomer: number;
  matches: number;
  shots: number;
  prices: number;
}

const unseen = (): TeamRecord => ({ lastDay: null, newcomer: 0, matches: 0, shots: 0, prices: 0 });

/** Tracks each team's record. */
export function createTeamContexts() {
  const teams = new Map<string, TeamRecord>();
  const recordOf = (name: string): TeamRecord => {
    let record = teams.get(name);
    if (record === undefined) {
      record = unseen();
      teams.set(name, record);
    }
    return record;
  };
  const sideOf = (name: string, day: number): SideContext => {
    const { lastDay, newcomer, matches, shots, prices } = teams.get(name) ?? unseen();
    return {
      restDays: lastDay === null ? REST_DAYS_USUAL : Math.max(0, Math.min(REST_DAYS_MAX, day - lastDay)),
      newcomer,
      matches,
      shotsKnown: Math.min(1, shots / KNOWN_ENOUGH),
      pricesKnown: Math.min(1, prices / KNOWN_ENOUGH),
    };
  };
  return {
    startSeason({ moves }: SeasonStart) {
      for (const [team, move] of moves) recordOf(team).newcomer = NEWCOMER[move] ?? 0;
    },
    of: ({ home, away, day }: Fixture) => ({ home: sideOf(home, day), away: sideOf(away, day) }),
    learn(match: PlayedMatch) {
      for (const team of [match.home, match.away]) {
        const record = recordOf(team);
        record.lastDay = match.day;
        record.matches++;
        if (match.shots !== null) record.shots++;
        if (match.closing !== null) record.prices++;
      }
    },
  };
}
