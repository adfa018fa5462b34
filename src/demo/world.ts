import { type PlayedMatch, standings } from '#domain/matches/standings.ts';
import {
  type Calendar,
  CUP_GROUP_CLUBS,
  type DemoFixture,
  fixturesOfCupStage,
  fixturesOfRound,
  groupRoundsOf,
  stageOf,
} from './calendar.ts';
import type { CupFormat, DemoLeague } from './league.ts';
import { finalStateOf, type Script, winnerOf, writeScript } from './script.ts';
import { randomFrom, shuffle } from './seeded-random.ts';

/** The demo world of one seed and speed: the fixtures of any round and the script of any match at any time. */
export interface World {
  calendar: Calendar;
  fixturesOf: (league: DemoLeague, roundNumber: number) => DemoFixture[];
  scriptOf: (fixture: DemoFixture) => Script;
}

/** Number of cached cup stages: enough for one pass over the present and past editions of all cups. */
const STAGES_CACHED = 200;

export function createWorld(calendar: Calendar): World {
  const stages = new Map<string, DemoFixture[]>();

  const fixturesOf = (league: DemoLeague, roundNumber: number): DemoFixture[] => {
    if (league.tempo.kind !== 'cup') return fixturesOfRound(calendar, league, roundNumber);
    const { format } = league.tempo;
    if (stageOf(format, roundNumber) >= format.stages.length) return [];
    const key = `${league.id} ${roundNumber}`;
    const known = stages.get(key);
    if (known !== undefined) return known;
    const fixtures = fixturesOfCupStage(calendar, league, format, roundNumber, clubsOfStage(league, format, roundNumber));
    stages.set(key, fixtures);
    if (stages.size > STAGES_CACHED) stages.delete(stages.keys().next().value!);
    return fixtures;
  };

  /** Returns the clubs of a stage: all clubs of the edition, the first two of each group, or the winners of the previous stage. */
  const clubsOfStage = (league: DemoLeague, format: CupFormat, roundNumber: number): string[] => {
    const stage = stageOf(format, roundNumber);
    const groupRounds = groupRoundsOf(format);
    if (stage > 0 && stage < groupRounds) return clubsOfStage(league, format, roundNumber - stage);
    if (stage > 0 && stage === groupRounds) return qualifiers(league, format, roundNumber - stage);
    if (stage > 0) return fixturesOf(league, roundNumber - 1).map((fixture) => winnerOf(scriptOf(fixture)));
    return draw(league, format, roundNumber);
  };

  /** Returns the clubs of the edition that begins with a round, in the order of its draw. */
  const draw = (league: DemoLeague, format: CupFormat, firstRound: number): string[] => {
    const drawn = (round: number) =>
      shuffle(
        randomFrom(`${calendar.seed} ${league.id} draw ${round}`),
        league.clubs.map((club) => club.id),
      );
    const clubs = drawn(firstRound);
    const [one, other, ...rest] = clubs as [string, string, ...string[]];
    if (stageOf(format, firstRound - 1) >= format.stages.length) return clubs;
    // Without a pause between editions, the first match follows minutes after the last one: it must not be its rematch. Exchanging two
    // clubs of the first group changes no match of the last group, so the next draw needs no knowledge of this exchange.
    const last = fixturesOfCupStage(calendar, league, format, firstRound - 1, drawn(firstRound - format.stages.length)).at(-1)!;
    const first = fixturesOfCupStage(calendar, league, format, firstRound, clubs)[0]!;
    const isRematch = [first.homeId, first.awayId].every((id) => id === last.homeId || id === last.awayId);
    return isRematch ? [other, one, ...rest] : clubs;
  };

  /** Returns the qualified clubs: group winners meet the second of the neighbouring group, so clubs of one group do not meet again before the final. */
  const qualifiers = (league: DemoLeague, format: CupFormat, firstRound: number): string[] => {
    const drawn = clubsOfStage(league, format, firstRound);
    const matches = Array.from({ length: groupRoundsOf(format) }, (_, i) => fixturesOf(league, firstRound + i)).flat();
    const groups = format.groups.map((_, i) => drawn.slice(i * CUP_GROUP_CLUBS).slice(0, CUP_GROUP_CLUBS));
    const [a, b, c, d] = groups.map((clubs) => {
      const played = matches.filter(({ homeId }) => clubs.includes(homeId)).map((fixture) => playedMatch(league, scriptOf(fixture)));
      return standings(played, league.rules).map(({ team }) => team.id);
    }) as [string[], string[], string[], string[]];
    return [a[0]!, b[1]!, c[0]!, d[1]!, b[0]!, a[1]!, d[0]!, c[1]!];
  };

  const scriptOf = (fixture: DemoFixture) => writeScript(calendar, fixture);
  return { calendar, fixturesOf, scriptOf };
}

function playedMatch(league: DemoLeague, script: Script): PlayedMatch<{ id: string; name: string }> {
  const { score } = finalStateOf(script);
  const { homeId, awayId, kickoffMs } = script.fixture;
  const team = (id: string) => ({ id, name: league.clubs.find((club) => club.id === id)!.name });
  return { homeTeam: team(homeId), awayTeam: team(awayId), score: [score.home ?? 0, score.away ?? 0], kickoffAt: new Date(kickoffMs) };
}
