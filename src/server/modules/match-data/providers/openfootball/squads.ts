import { z } from 'zod';
import type { FeedLineupPlayer, SquadUpdate } from '#server/modules/match-data/import/feed.ts';
import type { OpenFootballInput, Problem } from './parse.ts';

/** The squads of a tournament, as in "2026/worldcup.squads.json". Fields that we do not use are let through. */
const Player = z.object({
  number: z.number().int().min(1).max(99),
  pos: z.enum(['GK', 'DF', 'MF', 'FW']),
  name: z.string().min(1).max(120),
});
const Squad = z.object({ name: z.string().min(1).max(120), players: z.array(z.unknown()) });

const POSITIONS: Record<z.output<typeof Player>['pos'], FeedLineupPlayer['position']> = { GK: 'GK', DF: 'DEF', MF: 'MID', FW: 'FWD' };

/** Files of squads write these teams in another way than files of matches do. */
const TEAM_NAMES: Record<string, string> = { 'United States': 'USA', 'Bosnia and Herzegovina': 'Bosnia & Herzegovina' };

export interface ParsedSquads {
  file: string;
  squads: SquadUpdate[];
  problems: Problem[];
}

export const isSquadsFile = ({ file }: OpenFootballInput): boolean => /squads\.json$/i.test(file);

/** Reads a file of squads. A player or a team that cannot be read is left out and said. */
export function parseSquads({ file, text }: OpenFootballInput): ParsedSquads {
  const problems: Problem[] = [];
  const refuse = (team: string | null, problem: string) => problems.push({ file, match: team, problem });
  const entries = readArray(text);
  if (entries === null) refuse(null, 'is not a list of squads');
  const squads = (entries ?? []).flatMap((entry, index): SquadUpdate[] => {
    const squad = Squad.safeParse(entry);
    if (!squad.success) {
      refuse(`squad ${index + 1}`, 'has no name or no list of players');
      return [];
    }
    const { name, players } = squad.data;
    const read = players.map((player) => Player.safeParse(player));
    const good = read.flatMap(({ data }) => (data === undefined ? [] : [data]));
    if (good.length < players.length) refuse(name, `${players.length - good.length} of its ${players.length} players cannot be read`);
    const told = good.map(({ name, number, pos }) => ({ name, number, position: POSITIONS[pos] }));
    return [{ kind: 'squad', teamId: `team:${TEAM_NAMES[name] ?? name}`, coach: null, players: told }];
  });
  return { file, squads, problems };
}

function readArray(text: string): unknown[] | null {
  try {
    const json: unknown = JSON.parse(text);
    return Array.isArray(json) ? json : null;
  } catch {
    return null;
  }
}
