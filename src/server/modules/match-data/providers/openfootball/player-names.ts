import type { OpenFootballMatch } from './format.ts';

/**
 * Files call a player by the whole name in one match and by the last name in another. Where a team has one player only who is
 * called so, it is that player: the map gives the whole name by team and name as written.
 */
export function wholeNames(matches: readonly OpenFootballMatch[]): (team: string, name: string) => string {
  const byTeam = new Map<string, Set<string>>();
  const add = (team: string, name: string) => byTeam.set(team, (byTeam.get(team) ?? new Set()).add(name.trim()));
  for (const { team1, team2, goals1 = [], goals2 = [] } of matches) {
    for (const { name, owngoal } of goals1) add(owngoal ? team2 : team1, name);
    for (const { name, owngoal } of goals2) add(owngoal ? team1 : team2, name);
  }
  return (team, written) => {
    const name = written.trim();
    const longer = [...(byTeam.get(team) ?? [])].filter((other) => other.endsWith(` ${name}`));
    return longer.length === 1 ? longer[0]! : name;
  };
}
