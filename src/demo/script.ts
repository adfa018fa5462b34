import { nextPeriodChangeMs, type PeriodScript, periodStateAt, writePeriodScript } from '#demo/period-sports/period-script.ts';
import type { Calendar, DemoFixture } from './calendar.ts';
import { type FootballScript, matchAt, nextChangeMs, writeFootballScript } from './match-at.ts';
import { type MatchState, msAt } from './match-state.ts';

/** A match with everything that will happen in it: generated whole from the seed, published as time passes. */
export type Script = FootballScript | PeriodScript;

export const writeScript = (calendar: Calendar, fixture: DemoFixture): Script =>
  fixture.league.sport === 'football' ? writeFootballScript(calendar, fixture) : writePeriodScript(calendar, fixture, fixture.league.sport);

/** Returns everything that can be known of a match at a moment. */
export const stateAt = (script: Script, atMs: number): MatchState =>
  script.kind === 'football' ? matchAt(script, atMs) : periodStateAt(script, atMs);

/** Returns when the result of `stateAt` will or may change next; infinity when all is over. */
export const nextStateMs = (script: Script, atMs: number): number =>
  script.kind === 'football' ? nextChangeMs(script, atMs) : nextPeriodChangeMs(script, atMs);

/** Returns the final state of a match, corrections included. */
export const finalStateOf = (script: Script): MatchState => stateAt(script, script.fixture.kickoffMs + 5000 * script.minuteMs);

/** Returns the team or player that advances. */
export function winnerOf(script: Script): string {
  const { homeId, awayId } = script.fixture;
  if (script.kind === 'parted') return script.course.winner === 'home' ? homeId : awayId;
  const { score } = finalStateOf(script);
  const [home, away] = score.penalty ?? [score.home ?? 0, score.away ?? 0];
  return home > away ? homeId : awayId;
}

/** Returns when the last planned change of a match has happened, a corrected score included. */
export function endMsOf(script: Script): number {
  if (script.kind === 'parted') return msAt(script, script.course.moments.at(-1)!.at);
  const { steps, events } = script.timeline;
  const changes = [steps.at(-1)!.at, ...events.flatMap(({ at, until }) => [at, until])];
  return msAt(script, Math.max(...changes.filter(Number.isFinite)));
}
