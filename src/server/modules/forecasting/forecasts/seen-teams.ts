/** Counts the matches in which each team has been seen. */
export function createSeenTeams() {
  const matches = new Map<number, number>();
  return {
    add({ homeId, awayId }: { homeId: number; awayId: number }): void {
      for (const id of [homeId, awayId]) matches.set(id, (matches.get(id) ?? 0) + 1);
    },
    of({ homeId, awayId }: { homeId: number; awayId: number }): { fewest: number; most: number } {
      const [home, away] = [matches.get(homeId) ?? 0, matches.get(awayId) ?? 0];
      return { fewest: Math.min(home, away), most: Math.max(home, away) };
    },
  };
}
