/** A player as named in line-ups. Within a team a name identifies one person. */
export interface LineupPlayer {
  name: string;
  number: number | null;
  position: 'GK' | 'DEF' | 'MID' | 'FWD' | 'OTH';
  /** "row:column", row 1 is the goalkeeper's; null on the bench, or if unknown. */
  grid: string | null;
  starter: boolean;
}

export interface TeamLineup {
  /** Rows of outfield players from the back: "4-2-3-1". */
  formation: string | null;
  coach: string | null;
  players: readonly LineupPlayer[];
}

export type SquadPlayer = Pick<LineupPlayer, 'name' | 'number' | 'position'>;

/** Decay: weight of the line-up before the last relative to the last, and so on for earlier ones. */
const AGE_FACTOR = 0.75;
const USUAL_FORMATION = '4-3-3';

/**
 * Predicts the starting line-up from earlier ones: the formation used most recently; the goalkeeper, and for each line the players who
 * started there most, the latest line-ups counting most. `history` holds a team's earlier line-ups, newest first; `absent` the names of
 * unavailable players. Null if they do not give eleven players with a goalkeeper.
 */
export function probableLineup(history: readonly TeamLineup[], absent: ReadonlySet<string> = new Set()): TeamLineup | null {
  const rows = rowsOf(usualFormation(history) ?? USUAL_FORMATION);
  const eleven = pickEleven(rows, candidatesOf(history, absent));
  if (eleven === null) return null;
  return { formation: rows.join('-'), coach: history.find(({ coach }) => coach !== null)?.coach ?? null, players: onGrid(rows, eleven) };
}

/**
 * Returns an eleven from a squad without known line-ups: 4-3-3, in each line the players with the lowest numbers. Null if the squad has no
 * goalkeeper, or fewer than ten players besides its goalkeepers.
 */
export function squadLineup(squad: readonly SquadPlayer[], coach: string | null): TeamLineup | null {
  const rows = rowsOf(USUAL_FORMATION);
  const byNumber = squad.toSorted((a, b) => (a.number ?? Infinity) - (b.number ?? Infinity) || (a.name < b.name ? -1 : 1));
  const candidates = byNumber
    .filter(({ name }, index) => byNumber.findIndex((other) => other.name === name) === index)
    .map((player, index) => ({
      ...player,
      // Lower numbers are more likely; only the order counts.
      starts: new Map([[player.position, 1 / (index + 2)]]),
      weight: 1 / (index + 2),
      depth: 0.5,
      flank: 0.5,
    }));
  const eleven = pickEleven(rows, candidates);
  return eleven === null ? null : { formation: USUAL_FORMATION, coach, players: onGrid(rows, eleven) };
}

type Line = 'DEF' | 'MID' | 'FWD';

interface Candidate extends SquadPlayer {
  /** How often, weighted by recency, the player started in each position. */
  starts: Map<LineupPlayer['position'], number>;
  /** How often, weighted by recency, the player was named at all: decides who fills a line with too few players. */
  weight: number;
  /** The player's average position on the pitch: 0 at the own goal to 1, and 0 at one touchline to 1. */
  depth: number;
  flank: number;
}

/** Returns the rows of a formation, or null if it is invalid: ten outfield players in two to five rows. */
function parseFormation(formation: string | null): number[] | null {
  if (formation === null || !/^[1-9](-[1-9]){1,4}$/.test(formation)) return null;
  const rows = formation.split('-').map(Number);
  return rows.reduce((sum, size) => sum + size, 0) === 10 ? rows : null;
}

const rowsOf = (formation: string): number[] => parseFormation(formation)!;

/** Returns the formation with the greatest weight; of two equal ones, the later one. */
function usualFormation(history: readonly TeamLineup[]): string | null {
  const weights = new Map<string, number>();
  history.forEach(({ formation }, age) => {
    if (formation !== null && parseFormation(formation)) weights.set(formation, (weights.get(formation) ?? 0) + AGE_FACTOR ** age);
  });
  let usual: string | null = null;
  for (const [formation, weight] of weights) if (usual === null || weight > weights.get(usual)!) usual = formation;
  return usual;
}

/** Returns all players in the history, except absent ones. */
function candidatesOf(history: readonly TeamLineup[], absent: ReadonlySet<string>): Candidate[] {
  const sightings = new Map<string, { player: LineupPlayer; lineup: TeamLineup; weight: number }[]>();
  history.forEach((lineup, age) => {
    for (const player of lineup.players) {
      if (absent.has(player.name)) continue;
      const seen = sightings.get(player.name) ?? [];
      sightings.set(player.name, [...seen, { player, lineup, weight: AGE_FACTOR ** age }]);
    }
  });
  return [...sightings.values()].map((seen) => {
    const starts: Candidate['starts'] = new Map();
    let weight = 0;
    for (const { player, weight: counts } of seen) {
      if (player.starter) starts.set(player.position, (starts.get(player.position) ?? 0) + counts);
      weight += player.starter ? counts : counts / 10;
    }
    const places = seen.flatMap(({ player, lineup, weight: counts }) => placeOf(player, lineup, counts));
    const { name, position } = seen[0]!.player;
    const number = seen.find(({ player }) => player.number !== null)?.player.number ?? null;
    return { name, number, position, starts, weight, depth: mean(places, 'depth'), flank: mean(places, 'flank') };
  });
}

interface Place {
  depth: number;
  flank: number;
  weight: number;
}

function placeOf({ grid }: LineupPlayer, { players }: TeamLineup, weight: number): Place[] {
  const [row, column] = (grid ?? '').split(':').map(Number);
  if (!row || !column) return [];
  const grids = players.flatMap((other) => (other.grid === null ? [] : [other.grid.split(':').map(Number)]));
  const rows = Math.max(...grids.map(([r]) => r || 1));
  const size = Math.max(...grids.filter(([r]) => r === row).map(([, c]) => c || 1));
  return [{ depth: row / rows, flank: (column - 0.5) / size, weight }];
}

function mean(places: readonly Place[], of: 'depth' | 'flank'): number {
  const weight = places.reduce((sum, place) => sum + place.weight, 0);
  return weight === 0 ? 0.5 : places.reduce((sum, place) => sum + place[of] * place.weight, 0) / weight;
}

interface Eleven {
  keeper: Candidate;
  lines: Record<Line, Candidate[]>;
}

/** Returns the players who started most in each line; a line with too few is filled with those who were named most. */
function pickEleven(rows: readonly number[], candidates: readonly Candidate[]): Eleven | null {
  const keeper = best(
    candidates.filter(({ position, starts }) => position === 'GK' || starts.has('GK')),
    (one) => (one.starts.get('GK') ?? 0) + one.weight / 1000,
  );
  if (keeper === null) return null;
  const outfield = candidates.filter((one) => one !== keeper && one.position !== 'GK');
  const places: Record<Line, number> = {
    DEF: rows[0]!,
    MID: rows.slice(1, -1).reduce((sum, size) => sum + size, 0),
    FWD: rows.at(-1)!,
  };
  const lines: Eleven['lines'] = { DEF: [], MID: [], FWD: [] };
  const wishes = outfield.flatMap((one) => LINES.map((line) => ({ one, line, wish: one.starts.get(line) ?? 0 })));
  const helps = outfield.flatMap((one) => LINES.map((line) => ({ one, line, wish: one.weight + (one.position === line ? 10 : 0) })));
  const taken = new Set<Candidate>();
  const take = (ranked: typeof wishes) => {
    for (const { one, line, wish } of ranked.toSorted((a, b) => b.wish - a.wish)) {
      if (wish === 0 || taken.has(one) || lines[line].length >= places[line]) continue;
      lines[line].push(one);
      taken.add(one);
    }
  };
  take(wishes);
  take(helps);
  return taken.size === 10 ? { keeper, lines } : null;
}

const LINES: readonly Line[] = ['DEF', 'MID', 'FWD'];

function best(candidates: readonly Candidate[], score: (one: Candidate) => number): Candidate | null {
  return candidates.reduce<Candidate | null>((chosen, one) => (chosen === null || score(one) > score(chosen) ? one : chosen), null);
}

/** Gives each player a place: the deeper midfielders in the deeper row, and each row from one touchline to the other. */
function onGrid(rows: readonly number[], { keeper, lines }: Eleven): LineupPlayer[] {
  const placed = [starter(keeper, 'GK', '1:1')];
  const midfield = lines.MID.toSorted((a, b) => a.depth - b.depth);
  rows.forEach((size, index) => {
    const line = lineOf(index, rows.length);
    const players = line === 'MID' ? midfield.splice(0, size) : lines[line];
    const across = players.toSorted((a, b) => a.flank - b.flank);
    placed.push(...across.map((one, column) => starter(one, line, `${index + 2}:${column + 1}`)));
  });
  return placed;
}

function lineOf(row: number, rows: number): Line {
  if (row === 0) return 'DEF';
  return row === rows - 1 ? 'FWD' : 'MID';
}

const starter = ({ name, number }: Candidate, position: LineupPlayer['position'], grid: string): LineupPlayer => ({
  ...{ name, number, position, grid },
  starter: true,
});
