import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import { type Ending, endingOfLeagueMatch, endingOfTrophySlot } from './endings.ts';
import { type CupFormat, type DemoLeague, ROUND_MINUTES, type Tempo, TROPHY_SLOT_MINUTES } from './league.ts';
import { LEAGUES } from './leagues.ts';
import { floorDiv, modulo, randomFrom, shuffle } from './seeded-random.ts';

/** Determines where and when the demo world plays: pure arithmetic, for any past or future moment. */
export interface Calendar {
  seed: string;
  /** Minutes of match time per real minute. */
  speed: number;
  /** When this world was first started: its seasons of that moment are named after that year. */
  sinceMs: number;
  /** Follows the names of seasons, if the same database knows another calendar with the same years. */
  mark?: string;
}

export interface DemoFixture {
  id: string;
  league: DemoLeague;
  /** Number of the league's round, counted over all seasons; for the trophy, its slot. */
  roundNumber: number;
  season: string;
  /** Number of the season since the calendar's epoch: what chance depends on, unlike the name. */
  seasonNumber: number;
  round: string;
  /** The group whose table the match counts for, in a cup's group stage. */
  group: string | null;
  homeId: string;
  awayId: string;
  /** The planned kick-off; a postponement may move it. */
  kickoffMs: number;
  /** How a football match ends; other sports have their own endings. */
  ending: Ending;
}

const EPOCH_MS = Date.UTC(2020, 0, 1);
const DEFAULT_SPEED = 12;
/** The hours over which the matches of a daily league kick off. */
const DAILY_HOURS = 11;
export const CUP_GROUP_CLUBS = 4;
/** Returns the number of rounds in the group stage; 0 if there are no groups. */
export const groupRoundsOf = ({ groups }: CupFormat): number => (groups.length === 0 ? 0 : CUP_GROUP_CLUBS - 1);
/** Returns the number of rounds of an edition: the stages plus the pause. */
const editionRoundsOf = ({ stages, pauseRounds }: CupFormat): number => stages.length + pauseRounds;
/** Returns the stage of a cup's round, from 0; in the pause, a number beyond the last stage. */
export const stageOf = (format: CupFormat, roundNumber: number): number => modulo(roundNumber, editionRoundsOf(format));
/** How many rounds ahead fixtures are published, limited to `PUBLISHED_DAYS` days. */
const PUBLISHED_ROUNDS = 12;
const TROPHY_PUBLISHED_SLOTS = 60;
const PUBLISHED_DAYS = 8;

/** Returns the real milliseconds of a minute of match time. */
export const matchMinuteMs = (calendar: Calendar): number => MINUTE_MS / calendar.speed;

export const findLeague = (id: string): DemoLeague | undefined => LEAGUES.find((league) => league.id === id);

const roundMs = (calendar: Calendar, league: DemoLeague): number => {
  if (league.tempo.kind === 'daily') return DAY_MS;
  const minutes = league.tempo.kind === 'trophy' ? TROPHY_SLOT_MINUTES : (league.tempo.roundMinutes ?? ROUND_MINUTES);
  return minutes * matchMinuteMs(calendar);
};

/** Returns when a round begins: its first kick-off is not earlier. */
export function roundStartMs(calendar: Calendar, league: DemoLeague, round: number): number {
  const offset = 'offsetMinutes' in league.tempo ? league.tempo.offsetMinutes * matchMinuteMs(calendar) : 0;
  return EPOCH_MS + round * roundMs(calendar, league) + offset;
}

/** Returns the last round that has begun at a moment. */
export const roundAt = (calendar: Calendar, league: DemoLeague, atMs: number): number =>
  Math.floor((atMs - roundStartMs(calendar, league, 0)) / roundMs(calendar, league));

/** Returns the last round whose fixtures are known at a moment. A cup's knock-outs are known only after the previous stage was played. */
export function lastPublishedRound(calendar: Calendar, league: DemoLeague, atMs: number): number {
  if (league.tempo.kind === 'cup') {
    const { format, leadMinutes } = league.tempo;
    const current = roundAt(calendar, league, atMs + leadMinutes * matchMinuteMs(calendar));
    const stage = stageOf(format, current);
    // The next edition is drawn before this edition's final is played.
    const drawn = stage >= format.stages.length - 1 ? current + editionRoundsOf(format) - stage : current - stage;
    return Math.max(current, drawn + Math.max(1, groupRoundsOf(format)) - 1);
  }
  const rounds = league.tempo.kind === 'trophy' ? TROPHY_PUBLISHED_SLOTS : PUBLISHED_ROUNDS;
  const aheadMs = Math.min(rounds * roundMs(calendar, league), PUBLISHED_DAYS * DAY_MS);
  return roundAt(calendar, league, atMs + aheadMs);
}

/** Returns the first round to publish at a start: `toldSeasons` seasons before the present one. */
export const firstRoundToPublish = (calendar: Calendar, league: DemoLeague, atMs: number): number =>
  firstRoundBack(calendar, league, atMs, league.toldSeasons);

/** Returns the first round of the season that is `seasons` before the present one; for the trophy, which has no seasons, of the day before. */
export function firstRoundBack(calendar: Calendar, league: DemoLeague, atMs: number, seasons: number): number {
  const round = roundAt(calendar, league, atMs);
  if (league.tempo.kind === 'trophy') return round - 2 * TROPHY_PUBLISHED_SLOTS;
  const { number, rounds } = seasonOf(league, round);
  return (number - seasons) * rounds - phaseOf(league);
}

const phaseOf = (league: DemoLeague) => ('phaseRounds' in league.tempo ? league.tempo.phaseRounds : 0);

function seasonOf(league: DemoLeague, round: number): { number: number; rounds: number; roundOfSeason: number } {
  const { tempo, clubs } = league;
  const rounds = tempo.kind === 'cup' ? editionRoundsOf(tempo.format) : 2 * (clubs.length - 1) * (tempo.kind === 'trophy' ? 8 : 1);
  const shifted = round + phaseOf(league);
  return { number: floorDiv(shifted, rounds), rounds, roundOfSeason: modulo(shifted, rounds) };
}

/**
 * Returns a season's name: "2026/27", or "2026" if it follows the calendar year. Seasons last hours or days here, so their names are no
 * dates: the season that ran when the world was first started is the one of that moment's year, and each later one is a year later.
 */
export function seasonName(calendar: Calendar, league: DemoLeague, round: number): string {
  const { sinceMs, mark = '' } = calendar;
  const seasonsLater = seasonOf(league, round).number - seasonOf(league, roundAt(calendar, league, sinceMs)).number;
  const since = new Date(sinceMs);
  if (league.season === 'year') return `${since.getUTCFullYear() + seasonsLater}${mark}`;
  const year = since.getUTCFullYear() - Number(since.getUTCMonth() < SUMMER_MONTH) + seasonsLater;
  return `${year}/${String(year + 1).slice(-2)}${mark}`;
}

/** July, counted from 0: seasons over two years begin. */
const SUMMER_MONTH = 6;

/** Returns the matches of a round of a league, a daily league or the trophy; a cup's are drawn from its results (see world.ts). */
export function fixturesOfRound(calendar: Calendar, league: DemoLeague, roundNumber: number): DemoFixture[] {
  const { number, roundOfSeason } = seasonOf(league, roundNumber);
  if (league.tempo.kind === 'trophy') {
    const matchday = floorDiv(roundOfSeason, 8);
    const pair = pairsOfMatchday(calendar, league, number, matchday)[modulo(roundOfSeason, 8)]!;
    return fixtures(calendar, league, roundNumber, [{ pair, round: `Round ${matchday + 1}`, group: null }]);
  }
  const round = `Round ${roundOfSeason + 1}`;
  const pairings = pairsOfMatchday(calendar, league, number, roundOfSeason).map((pair) => ({ pair, round, group: null }));
  return fixtures(calendar, league, roundNumber, pairings);
}

/**
 * Returns the pairs of a matchday of a season, from 0. In short seasons the first matchday follows minutes after the last one of the season
 * before: if a pair of that one met again, the first matchday changes places with another of the first half.
 */
function pairsOfMatchday(calendar: Calendar, league: DemoLeague, season: number, matchday: number): [string, string][] {
  const clubsOf = (number: number) =>
    shuffle(randomFrom(`${calendar.seed} ${league.id} season ${number}`), league.clubs).map((club) => club.id);
  const clubs = clubsOf(season);
  const half = clubs.length - 1;
  if (matchday >= half) return pairsOfRound(clubs, matchday);
  const keyOf = (pair: [string, string]) => pair.toSorted().join();
  const before = new Set(pairsOfRound(clubsOf(season - 1), 2 * half - 1).map(keyOf));
  const isRepeated = (day: number) => pairsOfRound(clubs, day).some((pair) => before.has(keyOf(pair)));
  // Two clubs meet on every matchday.
  const opening = Array.from({ length: half }, (_, day) => day).find((day) => !isRepeated(day)) ?? 0;
  return pairsOfRound(clubs, matchday === 0 ? opening : matchday === opening ? 0 : matchday);
}

interface Pairing {
  pair: [home: string, away: string];
  round: string;
  group: string | null;
}

/** Returns the matches of a cup's stage, for its clubs in the order of the draw: in the group stage, the four clubs of a group are consecutive. */
export function fixturesOfCupStage(
  calendar: Calendar,
  league: DemoLeague,
  format: CupFormat,
  roundNumber: number,
  clubIds: string[],
): DemoFixture[] {
  const stage = stageOf(format, roundNumber);
  const round = format.stages[stage]!;
  const isGroupStage = stage < groupRoundsOf(format);
  const size = isGroupStage ? CUP_GROUP_CLUBS : 2;
  const drawn = Array.from({ length: clubIds.length / size }, (_, i) => clubIds.slice(i * size, (i + 1) * size));
  const pairings = drawn.flatMap((clubs, i): Pairing[] =>
    isGroupStage
      ? pairsOfRound(clubs, stage).map((pair) => ({ pair, round, group: format.groups[i]! }))
      : [{ pair: [clubs[0]!, clubs[1]!], round, group: null }],
  );
  return fixtures(calendar, league, roundNumber, pairings);
}

/** Parses a match id, whose parts are enough to find the match in the calendar. Returns null for other ids. */
export function parseMatchId(id: string): { speed: number; leagueId: string; roundNumber: number } | null {
  const parts = /^x(\d{1,3})\/([a-z:-]+)\/(-?\d{1,9})\/\d{1,2}$/.exec(id);
  return parts === null ? null : { speed: Number(parts[1]), leagueId: parts[2]!, roundNumber: Number(parts[3]) };
}

function fixtures(calendar: Calendar, league: DemoLeague, roundNumber: number, pairings: Pairing[]): DemoFixture[] {
  const season = seasonName(calendar, league, roundNumber);
  const seasonNumber = seasonOf(league, roundNumber).number;
  return pairings.map(({ pair: [homeId, awayId], round, group }, index) => {
    const id = `x${calendar.speed}/${league.id}/${roundNumber}/${index}`;
    const kickoffMs = kickoffOf(calendar, league, roundNumber, index, pairings.length);
    const ending = endingOf(league, roundNumber, `${calendar.seed} ${id}`);
    return { id, league, roundNumber, season, seasonNumber, round, group, homeId, awayId, kickoffMs, ending };
  });
}

function endingOf({ tempo }: DemoLeague, roundNumber: number, key: string): Ending {
  if (tempo.kind === 'trophy') return endingOfTrophySlot(roundNumber);
  if (tempo.kind !== 'cup') return endingOfLeagueMatch(key);
  return stageOf(tempo.format, roundNumber) < groupRoundsOf(tempo.format) ? 'played' : 'knockout';
}

function kickoffOf(calendar: Calendar, league: DemoLeague, roundNumber: number, index: number, matches: number): number {
  const startMs = roundStartMs(calendar, league, roundNumber);
  const { tempo } = league;
  if (tempo.kind === 'daily') {
    const quarters = Math.round((index * DAILY_HOURS * 4) / matches);
    return startMs + tempo.firstHour * 3_600_000 + quarters * 15 * MINUTE_MS;
  }
  // Kick-offs are at whole minutes, as usual. At high speeds, where a minute is half a match, the grid is finer, so that kick-offs do not cluster.
  const gridMs = calendar.speed <= DEFAULT_SPEED ? MINUTE_MS : Math.max(1000, Math.round((60 * DEFAULT_SPEED) / calendar.speed) * 1000);
  return Math.round((startMs + minutesIntoRound(tempo, index, matches) * matchMinuteMs(calendar)) / gridMs) * gridMs;
}

/** Returns the minutes from a round's start to a kick-off. The few last matches of a cup are in the middle of their time slots. */
function minutesIntoRound(tempo: Exclude<Tempo, { kind: 'daily' }>, index: number, matches: number): number {
  if (tempo.kind === 'trophy') return 0;
  return ((index + (tempo.kind === 'cup' ? 0.5 : 0)) * tempo.spreadMinutes) / matches;
}

/** Pairs everybody with everybody, home and away, by the circle method: one club is fixed, the others rotate. */
function pairsOfRound(clubs: string[], roundOfSeason: number): [string, string][] {
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
