import { describe, expect, it } from 'vitest';
import { type Calendar, type DemoFixture, findLeague, roundAt, roundStartMs } from '#demo/calendar.ts';
import type { MatchState } from '#demo/match-state.ts';
import { createWorld } from '#demo/world.ts';
import { isSeriesScore } from '#domain/forecast/elo-series.ts';
import { canFollow, isFinal } from '#domain/matches/match-status.ts';
import { impossibleParts, impossibleScore } from '#domain/matches/score.ts';
import { canEndLevel } from '#domain/matches/series-format.ts';
import { isSeries } from '#domain/matches/sport.ts';
import { nextPeriodChangeMs, type PeriodScript, periodStateAt, writePeriodScript } from './period-script.ts';

const NOW = Date.UTC(2026, 10, 21, 2);
const LEAGUES = [
  'league:continental-hoops',
  'league:meridian-tour-women',
  'league:meridian-tour-men',
  'league:circuit-premier',
  'league:circuit-challengers',
].map((id) => findLeague(id)!);
type Parted = 'basketball' | 'tennis' | 'esports';

function fixturesOf(calendar: Calendar, leagueId: string, rounds: number): DemoFixture[] {
  const league = findLeague(leagueId)!;
  const world = createWorld(calendar);
  const first = roundAt(calendar, league, NOW);
  return Array.from({ length: rounds }, (_, i) => world.fixturesOf(league, first + i)).flat();
}

const scriptsOf = (calendar: Calendar, leagueId: string, rounds: number): PeriodScript[] =>
  fixturesOf(calendar, leagueId, rounds).map((fixture) => writePeriodScript(calendar, fixture, fixture.league.sport as Parted));

/** Matches of all leagues in ten worlds: several hundred. */
const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].flatMap((seed) =>
  LEAGUES.flatMap(({ id }) => scriptsOf({ seed, speed: 12, sinceMs: Date.UTC(2026, 10, 21) }, id, 10)),
);
const ofSport = (sport: Parted) => many.filter(({ fixture }) => fixture.league.sport === sport);
const finalOf = ({ course }: PeriodScript) => course.moments.at(-1)!;

/** Yields every published state, from an hour before the start to the end. */
function* statesOf(script: PeriodScript): Generator<MatchState> {
  for (let atMs = script.fixture.kickoffMs - 60 * script.minuteMs; Number.isFinite(atMs); ) {
    yield periodStateAt(script, atMs);
    const nextMs = nextPeriodChangeMs(script, atMs);
    expect(nextMs).toBeGreaterThan(atMs);
    atMs = nextMs;
  }
}

describe('a match of parts', () => {
  it('is the same for the same seed and differs for another seed', () => {
    for (const { id } of LEAGUES) {
      const courses = ['a', 'a', 'b'].map((seed) =>
        scriptsOf({ seed, speed: 12, sinceMs: Date.UTC(2026, 10, 21) }, id, 2).map(({ course }) => course),
      );
      expect(courses[1]).toEqual(courses[0]);
      expect(courses[2]).not.toEqual(courses[0]);
    }
  });

  it('only publishes states the importer accepts, and ends level only where a draw is possible', () => {
    const wrong: unknown[] = [];
    for (const { fixture, course } of many) {
      const { sport, drawPossible } = fixture.league;
      course.moments.forEach(({ at, status, score }, i) => {
        const before = course.moments[i - 1];
        const isLevel = isFinal(status) && !drawPossible && score.home === score.away;
        const reason = impossibleScore(sport, before?.score ?? null, score) ?? impossibleParts(sport, score);
        const isForward = before === undefined || (at >= before.at && canFollow(before.status, status));
        if (!isForward || isLevel || reason !== null) wrong.push([fixture.id, before?.status, status, score, reason]);
      });
      if (!['ft', 'aet', 'awd', 'wo', 'canc'].includes(course.moments.at(-1)!.status)) wrong.push([fixture.id, 'never ends']);
    }
    expect(wrong).toEqual([]);
    expect(many.length).toBeGreaterThan(500);
  });

  it('ends with a score of the format that its league tells, which can end level where the league says so', () => {
    for (const { fixture, course } of many) {
      const { format, drawPossible, sport } = fixture.league;
      expect(format !== undefined).toBe(isSeries(sport));
      if (!format) continue;
      expect(canEndLevel(format)).toBe(drawPossible);
      const { status, score } = course.moments.at(-1)!;
      if (status === 'ft') expect([fixture.id, isSeriesScore(format, score.home!, score.away!, true)]).toEqual([fixture.id, true]);
    }
  });

  it('has live states with a period and moving prices, without a draw price where a draw is impossible', () => {
    for (const { id } of LEAGUES) {
      for (const script of scriptsOf({ seed: 'prices', speed: 12, sinceMs: Date.UTC(2026, 10, 21) }, id, 5).slice(0, 6)) {
        const moved = new Set<number>();
        for (const { status, odds, period } of statesOf(script)) {
          for (const price of odds) {
            expect(price.draw === null).toBe(!script.fixture.league.drawPossible);
            expect(Math.min(price.home, price.away, price.draw ?? 101)).toBeGreaterThanOrEqual(101);
          }
          if (status === 'live') moved.add(odds[0]?.home ?? 0);
          if (status === 'live') expect(period).not.toBeNull();
          if (isFinal(status) || status === 'awd' || status === 'wo') expect(odds.every(({ suspended }) => suspended)).toBe(true);
        }
        if (isFinal(finalOf(script).status)) expect(moved.size).toBeGreaterThan(2);
      }
    }
  });

  it('occasionally starts late, is postponed to later on the day, or is cancelled unless it is a knock-out match', () => {
    const found = { delayed: 0, postponed: 0, cancelled: 0 };
    for (const { fixture, course } of many) {
      const statuses = course.moments.map(({ status }) => status);
      const start = course.moments.find(({ status }) => status === 'live');
      if (statuses.includes('canc')) {
        found.cancelled++;
        expect(fixture.ending).not.toBe('knockout');
        expect(course.moments.at(-1)).toMatchObject({ status: 'canc', score: { home: null } });
      } else if (statuses.includes('pst')) {
        found.postponed++;
        expect(statuses.slice(0, 4)).toEqual(['ns', 'pst', 'ns', 'live']);
        // It is announced again while bets are still possible, and begins at the announced time.
        expect(start!.at - course.moments[2]!.at).toBeGreaterThanOrEqual(25);
        expect(start!.at).toBe(start!.kickoff);
        expect(new Set(course.moments.slice(2).map(({ kickoff }) => kickoff)).size).toBe(1);
      } else if (start !== undefined && start.at > 0) {
        found.delayed++;
        expect([start.at > 15, start.kickoff]).toEqual([true, 0]);
      }
    }
    const share = (count: number) => count / many.length;
    expect(share(found.delayed)).toBeGreaterThan(0.01);
    expect(share(found.delayed)).toBeLessThan(0.05);
    for (const count of [found.postponed, found.cancelled]) {
      expect(count).toBeGreaterThan(0);
      expect(share(count)).toBeLessThan(0.025);
    }
  });

  it('is over before the next stage of its tournament is published', () => {
    for (const script of ofSport('tennis')) {
      const { tempo } = script.fixture.league;
      const lead = tempo.kind === 'cup' ? tempo.leadMinutes : 0;
      const nextMs =
        roundStartMs({ seed: '', speed: 12, sinceMs: Date.UTC(2026, 10, 21) }, script.fixture.league, script.fixture.roundNumber + 1) -
        lead * script.minuteMs;
      expect(script.fixture.kickoffMs + finalOf(script).at * script.minuteMs).toBeLessThan(nextMs);
    }
  });
});

describe('basketball', () => {
  const games = ofSport('basketball')
    .map(finalOf)
    .filter(({ status }) => status !== 'canc');
  it('has four quarters, and overtimes exactly when they end level', () => {
    let overtimes = 0;
    for (const { status, score } of games) {
      const parts = score.parts!;
      const lead = (upTo: number) => parts.slice(0, upTo).reduce((sum, part) => sum + part.home - part.away, 0);
      expect(status).toBe(parts.length > 4 ? 'aet' : 'ft');
      for (let n = 4; n < parts.length; n++) expect(lead(n)).toBe(0);
      expect(lead(parts.length)).not.toBe(0);
      expect(score.halftime).toEqual([parts[0]!.home + parts[1]!.home, parts[0]!.away + parts[1]!.away]);
      overtimes += Number(status === 'aet');
    }
    expect(overtimes).toBeGreaterThan(3);
    expect(overtimes).toBeLessThan(games.length * 0.12);
  });

  it('has the scores and the length of real games', () => {
    const mean = (of: (game: (typeof games)[number]) => number) => games.reduce((sum, game) => sum + of(game), 0) / games.length;
    const points = mean(({ score }) => score.home! + score.away!);
    expect([points > 145, points < 170, points]).toEqual([true, true, points]);
    const minutes = mean(({ at }) => at);
    expect([minutes > 95, minutes < 110]).toEqual([true, true]);
  });
});

describe('tennis', () => {
  const matches = ofSport('tennis');
  it('is won by two sets, each by six games with a lead of two, or by a tie-break with seven points and a lead of two', () => {
    let tiebreaks = 0;
    for (const { status, score } of matches.map(finalOf).filter(({ status }) => status === 'ft')) {
      expect([status, Math.max(score.home!, score.away!)]).toEqual(['ft', 2]);
      for (const { home, away, tiebreak } of score.parts!) {
        const [most, least] = [Math.max(home, away), Math.min(home, away)];
        if (tiebreak === undefined) {
          expect(most === 6 ? least <= 4 : most === 7 && least === 5, `${home}:${away}`).toBe(true);
          continue;
        }
        tiebreaks++;
        expect([most, least]).toEqual([7, 6]);
        const [high, low] = [Math.max(...tiebreak), Math.min(...tiebreak)];
        expect(high === 7 ? low <= 5 : high - low === 2, tiebreak.join()).toBe(true);
        expect(tiebreak[0] > tiebreak[1]).toBe(home > away);
      }
    }
    expect(tiebreaks).toBeGreaterThan(50);
  });

  it('occasionally ends by retirement or walkover, or is interrupted by rain', () => {
    const share = (is: (script: PeriodScript) => boolean) => matches.filter(is).length / matches.length;
    const retired = share((script) => finalOf(script).status === 'awd');
    const absent = share((script) => finalOf(script).status === 'wo');
    const wet = share(({ course }) => course.moments.some(({ status }) => status === 'susp'));
    expect([retired > 0.015, retired < 0.055, absent > 0.005, absent < 0.03, wet > 0.025, wet < 0.08]).toEqual(Array(6).fill(true));
    for (const { course } of matches) {
      const { status, score } = course.moments.at(-1)!;
      expect(course.winner).not.toBeNull();
      expect(score.awardedTo ?? null).toBe(status === 'ft' ? null : course.winner);
      expect(score.parts?.some(({ points, serving }) => points ?? serving) ?? false).toBe(false);
    }
  });

  it('is published point by point, with each game ending as played and alternating service', () => {
    const calledTo = new Set<string>();
    for (const { course, between } of matches.slice(0, 60)) {
      course.moments.forEach((moment, i) => {
        const set = moment.score.parts?.at(-1);
        const points = between(moment, course.moments[i + 1]).map((one) => one.score.parts!.at(-1)!);
        const isGame = set?.points !== undefined && moment.status === 'live' && course.moments[i + 1]!.status !== 'susp';
        const next = course.moments[i + 1]?.score.parts?.[(moment.score.parts?.length ?? 0) - 1];
        if (!isGame || next === undefined || next.home + next.away === set.home + set.away) {
          expect(points).toEqual([]);
          return;
        }
        const winner = next.home > set.home ? 0 : 1;
        const last = points.at(-1)!.points!;
        // The winner is one point short: 40 against less, or advantage.
        expect(last[winner] === 'A' || (last[winner] === '40' && last[1 - winner] !== '40' && last[1 - winner] !== 'A'), last.join()).toBe(
          true,
        );
        for (const part of points) {
          expect(part).toMatchObject({ home: set.home, away: set.away, serving: set.serving });
          calledTo.add(part.points!.join(':'));
        }
        if (next.serving && next.tiebreak === undefined) expect(next.serving).not.toBe(set.serving);
      });
    }
    expect([...calledTo]).toEqual(expect.arrayContaining(['15:0', '30:30', '40:40', 'A:40', '40:A', '0:40']));
    expect(calledTo.size).toBe(17);
  });

  it('draws 32 players, and the winners advance to the next stage', () => {
    for (const id of ['league:meridian-tour-women', 'league:meridian-tour-men']) {
      const calendar = { seed: 'cup', speed: 12, sinceMs: Date.UTC(2026, 10, 21) };
      const world = createWorld(calendar);
      const league = findLeague(id)!;
      const first = Math.floor(roundAt(calendar, league, NOW) / 5) * 5;
      const stages = [0, 1, 2, 3, 4].map((stage) => world.fixturesOf(league, first + stage));
      expect(stages.map((fixtures) => fixtures.length)).toEqual([16, 8, 4, 2, 1]);
      expect(new Set(stages[0]!.flatMap(({ homeId, awayId }) => [homeId, awayId])).size).toBe(32);
      stages.slice(1).forEach((fixtures, i) => {
        const winners = stages[i]!.map((fixture) => {
          const { winner } = writePeriodScript(calendar, fixture, 'tennis').course;
          return winner === 'home' ? fixture.homeId : fixture.awayId;
        });
        expect(fixtures.flatMap(({ homeId, awayId }) => [homeId, awayId])).toEqual(winners);
      });
    }
  });
});

describe('esports', () => {
  it('plays maps to 13 rounds, with a lead of two beyond 12:12; a series of three has a winner, a series of two can be drawn', () => {
    const drawn = { possible: 0, not: 0 };
    for (const script of ofSport('esports')) {
      const { status, score } = finalOf(script);
      if (status === 'wo' || status === 'canc') continue;
      for (const { home, away } of score.parts!) {
        const [most, least] = [Math.max(home, away), Math.min(home, away)];
        expect(most === 13 ? least <= 11 : most - least === 2 && least >= 12, `${home}:${away}`).toBe(true);
      }
      const isOfTwo = script.fixture.league.drawPossible;
      if (isOfTwo) expect(score.home! + score.away!).toBe(2);
      else expect(Math.max(score.home!, score.away!)).toBe(2);
      drawn[isOfTwo ? 'possible' : 'not'] += Number(score.home === score.away);
    }
    expect(drawn.not).toBe(0);
    expect(drawn.possible).toBeGreaterThan(20);
  });
});
