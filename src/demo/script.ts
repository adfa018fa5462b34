import type { Calendar, DemoFixture } from './calendar.ts';
import { type FootballScript, matchAt, nextChangeMs, writeFootballScript } from './match-at.ts';
import type { MatchState } from './match-state.ts';
import { nextPeriodChangeMs, type PeriodScript, periodStateAt } from './period-sports/state-at.ts';
import { writePeriodScript } from './period-sports/write-script.ts';

/** A match with all that will happen in it: drawn whole from the seed, told as the clock goes. */
export type Script = FootballScript | PeriodScript;

export const writeScript = (calendar: Calendar, fixture: DemoFixture): Script =>
  fixture.league.sport === 'football' ? writeFootballScript(calendar, fixture) : writePeriodScript(calendar, fixture, fixture.league.sport);

/** All that can be known of a match at a moment. */
export const stateAt = (script: Script, atMs: number): MatchState =>
  script.kind === 'football' ? matchAt(script, atMs) : periodStateAt(script, atMs);

/** When `stateAt` will next say something else, or might; infinity when all is over. */
export const nextStateMs = (script: Script, atMs: number): number =>
  script.kind === 'football' ? nextChangeMs(script, atMs) : nextPeriodChangeMs(script, atMs);

/** The match when all is over, corrections included. */
export const finalStateOf = (script: Script): MatchState => stateAt(script, script.fixture.kickoffMs + 5000 * script.minuteMs);

/** The team or player that goes on. */
export function winnerOf(script: Script): string {
  const { homeId, awayId } = script.fixture;
  if (script.kind === 'parted') return script.course.winner === 'home' ? homeId : awayId;
  const { score } = finalStateOf(script);
  const [home, away] = score.penalty ?? [score.home ?? 0, score.away ?? 0];
  return home > away ? homeId : awayId;
}
