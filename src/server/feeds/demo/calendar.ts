import { type Ending, endingOfLeagueMatch, endingOfTrophySlot } from './endings.ts';
import { type DemoLeague, LEAGUES, ROUND_MINUTES, TROPHY_SLOT_MINUTES } from './leagues.ts';
import { floorDiv, modulo, randomFrom, shuffle } from './seeded-random.ts';

/** Where and when the demo world plays: pure arithmetic, for any moment before or after this one. */
export interface Calendar {
  seed: string;
  /** Minutes of match time in a real minute. */
  speed: number;
}

export interface DemoFixture {
  id: string;
  league: DemoLeague;
  /** The league's round (of all seasons) that it belongs to; for the trophy, its slot. */
  roundNumber: number;
  season: string;
  round: string;
  /** The group whose table it counts for, in a cup's group stage. */
  group: string | null;
  homeId: string;
  awayId: string;
  /** As planned; a postponement may move it. */
  kickoffMs: number;
  ending: Ending;
}

const EPOCH_MS = Date.UTC(2020, 0, 1);
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DEFAULT_SPEED = 12;
/** Matches of a daily league kick off over this many hours. */
const DAILY_HOURS = 11;
/** A cup begins in groups of four, everybody against everybody once; the first two of each group go on. */
const CUP_GROUPS = ['Group A', 'Group B', 'Group C', 'Group D'];
export const CUP_GROUP_CLUBS = 4;
export const CUP_GROUP_ROUNDS = CUP_GROUP_CLUBS - 1;
const CUP_STAGES = ['Round 1', 'Round 2', 'Round 3', 'Quarter-finals', 'Semi-finals', 'Final'];
/** The stages and a pause. */
export const CUP_EDITION_ROUNDS = CUP_STAGES.length + 1;
export const isCupStage = (roundNumber: number) => modulo(roundNumber, CUP_EDITION_ROUNDS) < CUP_STAGES.length;
/** How far ahead fixtures are told, in rounds, and never more than this many days. */
const PUBLISHED_ROUNDS = 12;
const TROPHY_PUBLISHED_SLOTS = 60;
const PUBLISHED_DAYS = 8;

/** Real milliseconds of a minute of match time. */
export const matchMinuteMs = (calendar: Calendar): number => MINUTE_MS / calendar.speed;

export const findLeague = (id: string): DemoLeague | undefined => LEAGUES.find((league) => league.id === id);

const roundMs = (calendar: Calendar, league: DemoLeague): number => {
  if (league.tempo.kind === 'daily') return DAY_MS;
  return (league.tempo.kind === 'trophy' ? TROPHY_SLOT_MINUTES : ROUND_MINUTES) * matchMinuteMs(calendar);
};

/** When a round begins: its first kick-off is not before. */
export function roundStartMs(calendar: Calendar, league: DemoLeague, round: number): number {
  const offset = 'offsetMinutes' in league.tempo ? league.tempo.offsetMinutes * matchMinuteMs(calendar) : 0;
  return EPOCH_MS + round * roundMs(calendar, league) + offset;
}

/** The last round that has begun at a moment. */
export const roundAt = (calendar: Calendar, league: DemoLeague, atMs: number): number =>
  Math.floor((atMs - roundStartMs(calendar, league, 0)) / roundMs(calendar, league));

/** The last round whose fixtures are known at a moment. A cup's knock-outs are known only when what comes before was played. */
export function lastPublishedRound(calendar: Calendar, league: DemoLeague, atMs: number): number {
  if (league.tempo.kind === 'cup') {
    const current = roundAt(calendar, league, atMs + league.tempo.offsetMinutes * matchMinuteMs(calendar));
    const stage = modulo(current, CUP_EDITION_ROUNDS);
    // The next edition's groups are drawn while this one's final is still to come.
    const groupsBegin = stage >= CUP_STAGES.length - 1 ? current + CUP_EDITION_ROUNDS - stage : current - stage;
    return Math.max(current, groupsBegin + CUP_GROUP_ROUNDS - 1);
  }
  const rounds = league.tempo.kind === 'trophy' ? TROPHY_PUBLISHED_SLOTS : PUBLISHED_ROUNDS;
  const aheadMs = Math.min(rounds * roundMs(calendar, league), PUBLISHED_DAYS * DAY_MS);
  return roundAt(calendar, league, atMs + aheadMs);
}

/** The first round of the season before the one that is played at a moment: what a newcomer is told of the past. */
export function firstRoundToTell(calendar: Calendar, league: DemoLeague, atMs: number): number {
  const round = roundAt(calendar, league, atMs);
  if (league.tempo.kind === 'trophy') return round - 2 * TROPHY_PUBLISHED_SLOTS;
  const { number, rounds } = seasonOf(league, round);
  return (number - 1) * rounds - phaseOf(league);
}

const phaseOf = (league: DemoLeague) => ('phaseRounds' in league.tempo ? league.tempo.phaseRounds : 0);

function seasonOf(league: DemoLeague, round: number): { number: number; rounds: number; roundOfSeason: number } {
  const rounds =
    league.tempo.kind === 'cup' ? CUP_EDITION_ROUNDS : 2 * (league.clubs.length - 1) * (league.tempo.kind === 'trophy' ? 8 : 1);
  const shifted = round + phaseOf(league);
  return { number: floorDiv(shifted, rounds), rounds, roundOfSeason: modulo(shifted, rounds) };
}

/** Seasons are short here, so they are counted within the year they begin in: "2026 S34". Another speed is another calendar, and says so. */
export function seasonName(calendar: Calendar, league: DemoLeague, round: number): string {
  const { number, rounds } = seasonOf(league, round);
  const startMs = (season: number) => roundStartMs(calendar, league, season * rounds - phaseOf(league));
  const year = new Date(startMs(number)).getUTCFullYear();
  const seasonMs = startMs(1) - startMs(0);
  const first = Math.ceil((Date.UTC(year, 0, 1) - startMs(0)) / seasonMs);
  return `${year} S${number - first + 1}${calendar.speed === DEFAULT_SPEED ? '' : ` x${calendar.speed}`}`;
}

/** The matches of a round of a league, a daily league or the trophy; a cup's are drawn from its results (see cup.ts). */
export function fixturesOfRound(calendar: Calendar, league: DemoLeague, roundNumber: number): DemoFixture[] {
  const { number, roundOfSeason } = seasonOf(league, roundNumber);
  const clubs = shuffle(randomFrom(`${calendar.seed} ${league.id} season ${number}`), league.clubs).map((club) => club.id);
  if (league.tempo.kind === 'trophy') {
    const pairs = pairsOfRound(clubs, floorDiv(roundOfSeason, 8));
    const round = `Round ${floorDiv(roundOfSeason, 8) + 1}`;
    return [fixture(calendar, league, roundNumber, 0, { pair: pairs[modulo(roundOfSeason, 8)]!, round, group: null })];
  }
  const round = `Round ${roundOfSeason + 1}`;
  return pairsOfRound(clubs, roundOfSeason).map((pair, index) =>
    fixture(calendar, league, roundNumber, index, { pair, round, group: null }),
  );
}

interface Pairing {
  pair: [home: string, away: string];
  round: string;
  group: string | null;
}

/** A cup's stage, its clubs in the order of the draw: in its group stage four clubs of a group follow each other. */
export function fixturesOfCupStage(calendar: Calendar, league: DemoLeague, roundNumber: number, clubIds: string[]): DemoFixture[] {
  const stage = modulo(roundNumber, CUP_EDITION_ROUNDS);
  const round = CUP_STAGES[stage]!;
  const isGroupStage = stage < CUP_GROUP_ROUNDS;
  const size = isGroupStage ? CUP_GROUP_CLUBS : 2;
  const drawn = Array.from({ length: clubIds.length / size }, (_, i) => clubIds.slice(i * size, (i + 1) * size));
  const pairs = drawn.flatMap((clubs, i): Pairing[] =>
    isGroupStage
      ? pairsOfRound(clubs, stage).map((pair) => ({ pair, round, group: CUP_GROUPS[i]! }))
      : [{ pair: [clubs[0]!, clubs[1]!], round, group: null }],
  );
  return pairs.map((pairing, index) => fixture(calendar, league, roundNumber, index, pairing));
}

/** The parts of a match's id, which names its place in the calendar and so is all that is needed to find it again. */
export function parseMatchId(id: string): { speed: number; leagueId: string; roundNumber: number } | null {
  const parts = /^x(\d{1,3})\/([a-z:-]+)\/(-?\d{1,9})\/\d{1,2}$/.exec(id);
  return parts === null ? null : { speed: Number(parts[1]), leagueId: parts[2]!, roundNumber: Number(parts[3]) };
}

function fixture(
  calendar: Calendar,
  league: DemoLeague,
  roundNumber: number,
  index: number,
  { pair: [homeId, awayId], round, group }: Pairing,
): DemoFixture {
  const id = `x${calendar.speed}/${league.id}/${roundNumber}/${index}`;
  const season = seasonName(calendar, league, roundNumber);
  const ending = endingOf(league, roundNumber, `${calendar.seed} ${id}`);
  return {
    id,
    league,
    roundNumber,
    season,
    round,
    group,
    homeId,
    awayId,
    kickoffMs: kickoffMs(calendar, league, roundNumber, index),
    ending,
  };
}

function endingOf(league: DemoLeague, roundNumber: number, key: string): Ending {
  if (league.tempo.kind === 'trophy') return endingOfTrophySlot(roundNumber);
  if (league.tempo.kind !== 'cup') return endingOfLeagueMatch(key);
  return modulo(roundNumber, CUP_EDITION_ROUNDS) < CUP_GROUP_ROUNDS ? 'played' : 'knockout';
}

function kickoffMs(calendar: Calendar, league: DemoLeague, roundNumber: number, index: number): number {
  const startMs = roundStartMs(calendar, league, roundNumber);
  const { tempo } = league;
  const matches = league.clubs.length / 2;
  if (tempo.kind === 'daily') {
    const quarters = Math.round((index * DAILY_HOURS * 4) / matches);
    return startMs + tempo.firstHour * 3_600_000 + quarters * 15 * MINUTE_MS;
  }
  const spread = tempo.kind === 'trophy' ? 0 : tempo.spreadMinutes * matchMinuteMs(calendar);
  // Whole minutes, as people write them; where a minute is half a match, finer, or kick-offs would come in bursts.
  const gridMs = calendar.speed <= DEFAULT_SPEED ? MINUTE_MS : Math.max(1000, Math.round((60 * DEFAULT_SPEED) / calendar.speed) * 1000);
  return Math.round((startMs + (index * spread) / matches) / gridMs) * gridMs;
}

/** Everybody against everybody, home and away, by the circle method: one club stands, the others go round. */
export function pairsOfRound(clubs: string[], roundOfSeason: number): [string, string][] {
  const others = clubs.length - 1;
  const turn = modulo(roundOfSeason, others);
  const isReturn = roundOfSeason >= others;
  return Array.from({ length: clubs.length / 2 }, (_, i): [string, string] => {
    const one = i === 0 ? clubs[others]! : clubs[modulo(turn - i, others)]!;
    const other = clubs[modulo(turn + i, others)]!;
    const swapped = (i === 0 ? turn % 2 === 1 : i % 2 === 1) !== isReturn;
    return swapped ? [other, one] : [one, other];
  });
}
