import type { Pick } from '#domain/sport.ts';
import { type Calendar, CUP_EDITION_ROUNDS, type DemoFixture, fixturesOfCupStage, fixturesOfRound, isCupStage } from './calendar.ts';
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

  /** All clubs of the edition, or those that won the stage before. */
  const clubsOfStage = (league: DemoLeague, roundNumber: number): string[] => {
    const stage = modulo(roundNumber, CUP_EDITION_ROUNDS);
    if (stage > 0) return fixturesOf(league, roundNumber - 1).map((fixture) => winnerOf(scriptOf(fixture)));
    return shuffle(
      randomFrom(`${calendar.seed} ${league.id} draw ${roundNumber}`),
      league.clubs.map((club) => club.id),
    );
  };

  const scriptOf = (fixture: DemoFixture) => writeScript(calendar, fixture);
  return { calendar, fixturesOf, scriptOf };
}

/** The score of a match when all is over, corrections included. */
export function finalStateOf(script: Script) {
  return matchAt(script, script.fixture.kickoffMs + 5000 * script.minuteMs);
}

function winnerOf(script: Script): string {
  const { score } = finalStateOf(script);
  const [home, away] = score.penalty ?? [score.home ?? 0, score.away ?? 0];
  const winner: Pick = home > away ? 'home' : 'away';
  return winner === 'home' ? script.fixture.homeId : script.fixture.awayId;
}
