import type { Pick } from '#domain/sport.ts';
import { type PlayedMatch, standings } from '#domain/standings.ts';
import {
  type Calendar,
  CUP_EDITION_ROUNDS,
  CUP_GROUP_CLUBS,
  CUP_GROUP_ROUNDS,
  type DemoFixture,
  fixturesOfCupStage,
  fixturesOfRound,
  isCupStage,
} from './calendar.ts';
import type { DemoLeague } from './leagues.ts';
import { matchAt, type Script, writeScript } from './match-at.ts';
import { modulo, randomFrom, shuffle } from './seeded-random.ts';

/** The demo world of one seed and speed: any round's fixtures and any match's script, whenever they are. */
export interface World {
  calendar: Calendar;
  fixturesOf: (league: DemoLeague, roundNumber: number) => DemoFixture[];
  scriptOf: (fixture: DemoFixture) => Script;
}

/** Cup stages remembered: enough for one look at the present and the past season. */
const STAGES_KEPT = 40;

export function createWorld(calendar: Calendar): World {
  const stages = new Map<string, DemoFixture[]>();

  const fixturesOf = (league: DemoLeague, roundNumber: number): DemoFixture[] => {
    if (league.tempo.kind !== 'cup') return fixturesOfRound(calendar, league, roundNumber);
    if (!isCupStage(roundNumber)) return [];
    const key = `${league.id} ${roundNumber}`;
    const fixtures = stages.get(key) ?? fixturesOfCupStage(calendar, league, roundNumber, clubsOfStage(league, roundNumber));
    stages.set(key, fixtures);
    if (stages.size > STAGES_KEPT) stages.delete(stages.keys().next().value!);
    return fixtures;
  };

  /** All clubs of the edition, the first two of each group, or those that won the stage before. */
  const clubsOfStage = (league: DemoLeague, roundNumber: number): string[] => {
    const stage = modulo(roundNumber, CUP_EDITION_ROUNDS);
    if (stage > CUP_GROUP_ROUNDS) return fixturesOf(league, roundNumber - 1).map((fixture) => winnerOf(scriptOf(fixture)));
    if (stage === CUP_GROUP_ROUNDS) return qualifiers(league, roundNumber - stage);
    return shuffle(
      randomFrom(`${calendar.seed} ${league.id} draw ${roundNumber - stage}`),
      league.clubs.map((club) => club.id),
    );
  };

  /** Winners of a group meet the second of the neighbouring one; clubs of one group do not meet again before the final. */
  const qualifiers = (league: DemoLeague, firstRound: number): string[] => {
    const drawn = clubsOfStage(league, firstRound);
    const matches = Array.from({ length: CUP_GROUP_ROUNDS }, (_, i) => fixturesOf(league, firstRound + i)).flat();
    const groups = Array.from({ length: drawn.length / CUP_GROUP_CLUBS }, (_, i) =>
      drawn.slice(i * CUP_GROUP_CLUBS).slice(0, CUP_GROUP_CLUBS),
    );
    const [a, b, c, d] = groups.map((clubs) => {
      const played = matches.filter(({ homeId }) => clubs.includes(homeId)).map((fixture) => playedMatch(league, scriptOf(fixture)));
      return standings(played, league.rules).map(({ team }) => team.id);
    }) as [string[], string[], string[], string[]];
    return [a[0]!, b[1]!, c[0]!, d[1]!, b[0]!, a[1]!, d[0]!, c[1]!];
  };

  const scriptOf = (fixture: DemoFixture) => writeScript(calendar, fixture);
  return { calendar, fixturesOf, scriptOf };
}

/** The score of a match when all is over, corrections included. */
export function finalStateOf(script: Script) {
  return matchAt(script, script.fixture.kickoffMs + 5000 * script.minuteMs);
}

function playedMatch(league: DemoLeague, script: Script): PlayedMatch<{ id: string; name: string }> {
  const { score } = finalStateOf(script);
  const { homeId, awayId, kickoffMs } = script.fixture;
  const team = (id: string) => ({ id, name: league.clubs.find((club) => club.id === id)!.name });
  return { homeTeam: team(homeId), awayTeam: team(awayId), score: [score.home ?? 0, score.away ?? 0], kickoffAt: new Date(kickoffMs) };
}

function winnerOf(script: Script): string {
  const { score } = finalStateOf(script);
  const [home, away] = score.penalty ?? [score.home ?? 0, score.away ?? 0];
  const winner: Pick = home > away ? 'home' : 'away';
  return winner === 'home' ? script.fixture.homeId : script.fixture.awayId;
}
