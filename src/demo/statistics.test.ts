import { describe, expect, it } from 'vitest';
import type { SideStatistics } from '#domain/matches/match-details.ts';
import { SIDES } from '#domain/matches/sport.ts';
import type { FeedMatchEvent, StatisticsUpdate } from '#server/modules/match-data/import/feed.ts';
import { validateStatistics } from '#server/modules/match-data/import/validate.ts';
import { validateShots } from '#server/modules/match-data/import/validate-shots.ts';
import { type Calendar, findLeague, roundAt } from './calendar.ts';
import { ENDINGS } from './endings.ts';
import { LEAGUES } from './leagues.ts';
import { type FootballScript, matchAt, nextChangeMs, shotsAt, statisticsAt, writeFootballScript } from './match-at.ts';
import { squadOf } from './people.ts';
import { isGoal } from './timeline.ts';
import { squadUpdates, startUpdates, toChangeUpdates } from './updates.ts';
import { createWorld } from './world.ts';

const calendar: Calendar = { seed: 'test', speed: 12, sinceMs: Date.UTC(2026, 10, 21) };
const NOW = Date.UTC(2026, 10, 21, 2);
const world = createWorld(calendar);

function scriptsOf(leagueId: string, rounds: number): FootballScript[] {
  const league = findLeague(leagueId)!;
  const first = roundAt(calendar, league, NOW);
  return Array.from({ length: rounds }, (_, i) => world.fixturesOf(league, first + i))
    .flat()
    .map((fixture) => writeFootballScript(calendar, fixture));
}
/** A match with each ending, and some of a league. */
const scripts = [...scriptsOf('league:harbour-trophy', ENDINGS.length), ...scriptsOf('league:primera', 1)];

/** Yields moments of a match, from before its start to long after its end. */
function* momentsOf(script: FootballScript): Generator<number> {
  let atMs = script.fixture.kickoffMs - 90 * script.minuteMs;
  for (; Number.isFinite(atMs); atMs = nextChangeMs(script, atMs)) yield atMs;
}

const counts = (events: FeedMatchEvent[], side: 'home' | 'away', ...types: string[]) =>
  events.filter((event) => event.side === side && types.includes(event.type)).length;
/** The statistics that do not depend on goals, which can be cancelled. */
const GROWING = [
  'corners',
  'fouls',
  'shots_blocked',
  'shots_off_target',
  'passes',
  'passes_accurate',
  'yellow_cards',
  'red_cards',
] as const;

type Counted = Record<'home' | 'away', SideStatistics>;

/** Returns what is impossible about statistics, given these events and the statistics of an earlier moment. */
function faultsOf(counted: Counted, events: FeedMatchEvent[], before: Counted | null): string[] {
  const faults: Record<string, boolean> = { possession: counted.home.possession! + counted.away.possession! !== 100 };
  const inPlay = events.filter(({ period }) => period !== 'P');
  for (const [side, other] of [['home', 'away'] as const, ['away', 'home'] as const]) {
    const own = counted[side];
    const goals = inPlay.filter((event) => isGoal(event) && event.type !== 'own_goal' && event.side === side).length;
    const fault = (name: string, isFault: boolean) => Object.assign(faults, { [`${side} ${name}`]: isFault });
    fault('on target', own.shots_on_target !== goals + counted[other].saves!);
    fault('shots by end', own.shots !== own.shots_on_target! + own.shots_off_target! + own.shots_blocked!);
    fault('shots by place', own.shots !== own.shots_inside_box! + own.shots_outside_box! || own.shots_outside_box! < 0);
    fault('yellow cards', own.yellow_cards !== counts(inPlay, side, 'yellow'));
    fault('red cards', own.red_cards !== counts(inPlay, side, 'red', 'second_yellow'));
    fault('fouls', own.fouls! < own.yellow_cards! + own.red_cards!);
    fault('passes', own.passes_accurate! > own.passes!);
    for (const kind of GROWING) fault(`${kind} shrank`, own[kind]! < (before?.[side][kind] ?? 0));
  }
  return Object.keys(faults).filter((name) => faults[name]);
}

describe('the statistics of a demo match', () => {
  it('are possible at any moment, agree with its events, and only grow', () => {
    for (const script of scripts) {
      let before: Counted | null = null;
      for (const atMs of momentsOf(script)) {
        const counted = statisticsAt(script, atMs);
        const { events } = matchAt(script, atMs);
        if (counted === null) {
          expect(events).toEqual([]);
          continue;
        }
        const update: StatisticsUpdate = { kind: 'statistics', matchId: 'm', ...counted };
        expect(validateStatistics(update)).toBeNull();
        expect(faultsOf(counted, events, before)).toEqual([]);
        const hasNewShot = SIDES.some((side) => counted[side].shots !== before?.[side].shots);
        before = counted;
        if (!hasNewShot) continue;
        const shots = shotsAt(script, atMs);
        expect(validateShots({ kind: 'shots', matchId: 'm', shots })).toBeNull();
        for (const side of SIDES) {
          const own = shots.filter((shot) => shot.side === side);
          expect(own.length).toBe(counted[side].shots);
          expect(own.filter(({ outcome }) => outcome === 'goal' || outcome === 'saved').length).toBe(counted[side].shots_on_target);
          const expected = own.reduce((sum, shot) => sum + (shot.expected_goals ?? 0), 0);
          expect(Math.abs(expected - counted[side].expected_goals!)).toBeLessThan(0.001);
          const squad = new Set(script.lineups[side].players.map(({ name }) => name));
          expect(own.every(({ player }) => player !== null && squad.has(player))).toBe(true);
        }
      }
    }
  });

  it('end like those of real matches', () => {
    const sides = scriptsOf('league:primera', 20).flatMap((script) => Object.values(statisticsAt(script, script.fixture.kickoffMs + 5e8)!));
    const mean = (kind: keyof SideStatistics) => sides.reduce((sum, side) => sum + side[kind]!, 0) / sides.length;
    for (const [kind, low, high] of [
      ['shots', 10, 15],
      ['shots_on_target', 3.5, 6],
      ['expected_goals', 0.9, 1.9],
      ['corners', 4, 6],
      ['fouls', 8, 14],
      ['passes', 380, 560],
      ['pass_accuracy', 74, 88],
    ] as const) {
      expect([kind, mean(kind) > low && mean(kind) < high, mean(kind)]).toEqual([kind, true, mean(kind)]);
    }
  });

  it('are the same whenever they are computed', () => {
    for (const { fixture } of scripts.slice(0, 20)) {
      const atMs = fixture.kickoffMs + 50 * 5000;
      const [one, other] = [1, 2].map(() => statisticsAt(writeFootballScript({ ...calendar }, fixture), atMs));
      expect(other).toEqual(one);
    }
  });

  it('are published once per minute of play and with each event, but never in one small league, which has no line-ups either', () => {
    const tell = (script: FootballScript) => {
      const telling = startUpdates(script);
      const told: string[] = [];
      for (const atMs of momentsOf(script)) told.push(...toChangeUpdates(telling, atMs).map(({ kind }) => kind));
      return (kind: string) => told.filter((one) => one === kind).length;
    };
    const played = scriptsOf('league:primera', 1).find(({ fixture }) => fixture.ending === 'played')!;
    const toldOf = tell(played);
    expect(toldOf('statistics')).toBeGreaterThan(90);
    expect(toldOf('statistics')).toBeLessThanOrEqual(105 + toldOf('events'));
    const uncovered = tell(scriptsOf('league:kronenliga', 1)[0]!);
    expect([uncovered('statistics'), uncovered('lineups')]).toEqual([0, 0]);
    expect(uncovered('status')).toBeGreaterThan(90);
  });

  it('come with a squad for every football team, from which each line-up is drawn', () => {
    for (const league of LEAGUES.filter(({ sport }) => sport === 'football')) {
      const squads = squadUpdates(league, 'test');
      expect(squads.map((squad) => squad.kind === 'squad' && squad.teamId)).toEqual(league.clubs.map(({ id }) => id));
    }
    const { fixture, lineups } = scripts[0]!;
    const club = fixture.league.clubs.find(({ id }) => id === fixture.homeId)!;
    const names = squadOf('test', club.id, club.countryCode).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(lineups.home.players.map(({ name }) => name)));
  });
});
