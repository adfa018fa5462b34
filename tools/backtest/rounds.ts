import type { PlayedMatch } from '#domain/forecast/played-match.ts';

/** The round of each match: 1 and the number of matches that the side with fewer has played in its division's season before. */
export function roundsOf<M extends PlayedMatch>(matches: readonly M[]): Map<M, number> {
  const played = new Map<string, number>();
  const key = ({ division, season }: M, team: string) => `${division} ${season} ${team}`;
  const rounds = new Map<M, number>();
  for (const match of matches.toSorted((a, b) => a.day - b.day)) {
    const [home, away] = [key(match, match.home), key(match, match.away)];
    const [homePlayed, awayPlayed] = [played.get(home) ?? 0, played.get(away) ?? 0];
    rounds.set(match, 1 + Math.min(homePlayed, awayPlayed));
    played.set(home, homePlayed + 1);
    played.set(away, awayPlayed + 1);
  }
  return rounds;
}
