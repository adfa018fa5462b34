import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Random, randomFrom } from '#demo/seeded-random.ts';
import { calledPoints } from '#domain/matches/score.ts';
import { logistic, logit } from './elo-rating.ts';
import { type TennisInPlayModel, type TennisScoreNow, tennisInPlay, tennisInPlayModel } from './tennis-in-play.ts';
import { serverWins, type TennisFormat } from './tennis-pairing.ts';
import { gameWon, other, serverOfPoint, tieBreakWon } from './tennis-points.ts';
import { homeWinsSet, isTieBreak, SET_RULES, type SetRule, setTable, setWinner, tieBreakTo } from './tennis-set.ts';

const FORMAT: TennisFormat = { bestOf: 3, lastSet: 'tie_break', tour: 'atp', surface: 'hard' };
const START: TennisScoreNow = { sets: [], games: { home: 0, away: 0 }, points: null, server: null };
const g = (home: number, away: number) => ({ home, away });

describe('a game on serve', () => {
  it('has the values worked out by hand', () => {
    expect(gameWon(0.5, 0, 0)).toBeCloseTo(0.5, 12);
    // Won to 0, 15 and 30, or from deuce: p^4 (1 + 4q + 10q^2) + 20 p^3 q^3 p^2 / (p^2 + q^2) for p = 0.6.
    expect(gameWon(0.6, 0, 0)).toBeCloseTo(0.1296 * (1 + 1.6 + 1.6) + 20 * 0.216 * 0.064 * (0.36 / 0.52), 12);
    expect(gameWon(0.6, 3, 3)).toBeCloseTo(0.36 / 0.52, 12);
    expect(gameWon(0.6, 4, 3)).toBeCloseTo(0.6 + 0.4 * (0.36 / 0.52), 12);
    expect(gameWon(0.6, 0, 3)).toBeCloseTo(0.6 ** 3 * (0.36 / 0.52), 12);
  });

  it('goes by whoever serves in a tie-break: one point, then two each', () => {
    expect([0, 1, 2, 3, 4, 5].map((n) => serverOfPoint('home', n))).toEqual(['home', 'away', 'away', 'home', 'home', 'away']);
    expect(tieBreakWon({ home: 0.7, away: 0.7 }, 7, 'home')).toBeCloseTo(0.5, 12);
    expect(tieBreakWon({ home: 0.7, away: 0.6 }, 7, 'home', g(6, 6))).toBeCloseTo((0.7 * 0.4) / (0.7 * 0.4 + 0.3 * 0.6), 12);
    // At 6-5 after eleven points, away serves its second: home wins it, or the next two are shared out from level.
    const level = tieBreakWon({ home: 0.7, away: 0.6 }, 7, 'home', g(6, 6));
    expect(tieBreakWon({ home: 0.7, away: 0.6 }, 7, 'home', g(6, 5))).toBeCloseTo(
      serverOfPoint('home', 11) === 'home' ? 0.7 + 0.3 * level : 0.4 + 0.6 * level,
      12,
    );
  });
});

describe('a set', () => {
  it.each(SET_RULES)('with the rule %s is even between equals, whoever serves, and mirrors when sides swap', (rule) => {
    const [even, uneven, turned] = [g(0.62, 0.62), g(0.66, 0.58), g(0.58, 0.66)].map((serve) => setTable(serve, rule));
    for (const server of ['home', 'away'] as const) {
      expect(homeWinsSet(even!.ends(g(0, 0), server))).toBeCloseTo(0.5, 9);
      const { home, away } = uneven!.ends(g(0, 0), server);
      expect(home.home + home.away + away.home + away.away).toBeCloseTo(1, 12);
      const mirror = turned!.ends(g(0, 0), other(server));
      expect(mirror.away.away).toBeCloseTo(home.home, 12);
      expect(mirror.home.away).toBeCloseTo(away.home, 12);
    }
  });

  it('is decided by the last game where one game decides', () => {
    const table = setTable(g(0.66, 0.58), 'tie_break');
    const hold = gameWon(0.66, 0, 0);
    const tieBreak = tieBreakWon(g(0.66, 0.58), 7, 'away');
    expect(homeWinsSet(table.ends(g(6, 5), 'away'))).toBeCloseTo(
      1 - gameWon(0.58, 0, 0) + gameWon(0.58, 0, 0) * table.game(g(6, 6), 'home'),
      12,
    );
    expect(homeWinsSet(table.ends(g(5, 6), 'home'))).toBeCloseTo(hold * tieBreak, 12);
    expect(table.ends(g(6, 6), 'away').home).toEqual({ home: tieBreak, away: 0 });
  });

  it.each(SET_RULES)('with the rule %s ends in one of its final scores, which add up to 1', (rule) => {
    const table = setTable(g(0.66, 0.6), rule);
    let [total, won] = [0, 0];
    for (let home = 0; home <= 60; home++)
      for (let away = 0; away <= 60; away++) {
        if (!isPossible(rule, home, away)) continue;
        const winner = setWinner(rule, g(home, away));
        if (winner === null) continue;
        const chance = table.reaches(g(home, away), 'home');
        total += chance;
        if (winner === 'home') won += chance;
      }
    expect(total).toBeCloseTo(1, 6);
    expect(won).toBeCloseTo(homeWinsSet(table.ends(g(0, 0), 'home')), 6);
  });
});

function isPossible(rule: SetRule, home: number, away: number): boolean {
  try {
    setWinner(rule, g(home, away));
    return true;
  } catch {
    return false;
  }
}

/** A score on the way, with whoever serves next, as a simulation of points leaves it. */
const anyScore = fc
  .record({ seed: fc.nat(), stop: fc.integer({ min: 1, max: 250 }), lastSet: fc.constantFrom(...SET_RULES), bestOf: fc.constantFrom(3, 5) })
  .map(({ seed, stop, lastSet, bestOf }) => {
    const format: TennisFormat = { ...FORMAT, bestOf: bestOf as 3 | 5, lastSet };
    let now = START;
    playOut(randomFrom(`score ${seed}`), format, 0.05, (seen, played) => {
      if (played <= stop) now = seen;
    });
    return { format, now };
  });

describe('a tennis match in play', () => {
  it.each([0.02, 0.3, 0.5, 0.77, 0.97])('begins at the forecast %f, in any format', (forecast) => {
    for (const lastSet of SET_RULES)
      for (const bestOf of [3, 5] as const)
        for (const tour of ['atp', 'wta', null] as const) {
          const model = tennisInPlayModel(forecast, { bestOf, lastSet, tour, surface: null });
          expect(tennisInPlay(model, START).match).toBeCloseTo(forecast, 6);
        }
  });

  it('has probabilities that mirror when sides swap, for any score', () => {
    fc.assert(
      fc.property(anyScore, fc.double({ min: 0.05, max: 0.95, noNaN: true }), ({ format, now }, forecast) => {
        const model = tennisInPlayModel(forecast, format);
        const { match, set } = tennisInPlay(model, now);
        expect(match).toBeGreaterThanOrEqual(0);
        expect(match).toBeLessThanOrEqual(1);
        const turned = tennisInPlay(tennisInPlayModel(1 - forecast, format), swapped(now));
        expect(turned.match).toBeCloseTo(1 - match, 7);
        if (set !== null) expect(turned.set).toBeCloseTo(1 - set, 7);
      }),
      { numRuns: 60 },
    );
  });

  it('is certain when it is over, and turns with the points of the last game', () => {
    const model = tennisInPlayModel(0.5, FORMAT);
    expect(tennisInPlay(model, { ...START, sets: [g(6, 4), g(7, 6)] })).toEqual({ match: 1, set: null });
    expect(tennisInPlay(model, { ...START, sets: [g(6, 4), g(3, 6), g(4, 6)] })).toEqual({ match: 0, set: null });
    const at = (points: TennisScoreNow['points']) =>
      tennisInPlay(model, { sets: [g(6, 4), g(3, 6)], games: g(5, 4), points, server: 'home' }).match;
    expect(at(['40', '0'])).toBeGreaterThan(at(['15', '15']));
    expect(at(['15', '15'])).toBeGreaterThan(at(['0', '40']));
    expect(at(['40', '0'])).toBeGreaterThan(0.95);
  });

  it('learns from early sets: a set won easily says more than one won narrowly, and more than independent points would', () => {
    const model = tennisInPlayModel(0.5, FORMAT);
    const after = (home: number, away: number) => tennisInPlay(model, { ...START, sets: [g(home, away)] }).match;
    expect(after(6, 1)).toBeGreaterThan(after(7, 6) + 0.03);
    const blind = { deviation: 0.001, evidenceShare: 0 };
    expect(tennisInPlay(tennisInPlayModel(0.5, FORMAT, blind), { ...START, sets: [g(7, 6)] }, blind).match).toBeCloseTo(0.75, 3);
    expect(after(6, 1)).toBeGreaterThan(0.8);
  });

  it('counts unknown points as none, and an unknown server as either', () => {
    const model = tennisInPlayModel(0.6, FORMAT);
    const at = (now: Partial<TennisScoreNow>) => tennisInPlay(model, { ...START, games: g(2, 1), ...now }).match;
    expect(at({ server: 'home' })).toBe(at({ server: 'home', points: ['0', '0'] }));
    const [one, two] = [at({ server: 'home' }), at({ server: 'away' })];
    expect(at({})).toBeGreaterThan(Math.min(one, two));
    expect(at({})).toBeLessThan(Math.max(one, two));
  });

  it.each<[string, Partial<TennisScoreNow>]>([
    ['a set that is not over', { sets: [g(5, 4)] }],
    ['a set that no rule allows', { sets: [g(9, 7)] }],
    ['sets after the end', { sets: [g(6, 0), g(6, 0), g(6, 0)] }],
    ['games after the end', { sets: [g(6, 0), g(6, 0)], games: g(1, 0) }],
    ['a set in progress that is over', { games: g(6, 2) }],
    ['negative games', { games: g(-1, 0) }],
    ['half a game', { games: g(1.5, 0) }],
    ['two advantages', { points: ['A', 'A'] }],
    ['an advantage over 30', { points: ['A', '30'] }],
    ['called points in a tie-break', { games: g(6, 6), points: ['15', '0'] }],
    ['numbers in a game', { points: g(1, 0) }],
    ['a tie-break that is over', { games: g(6, 6), points: g(7, 2) }],
    ['points that are no numbers', { games: g(6, 6), points: g(Number.NaN, 1) }],
  ])('rejects %s', (_, now) => {
    expect(() => tennisInPlay(tennisInPlayModel(0.5, FORMAT), { ...START, ...now })).toThrow(RangeError);
  });

  it('rejects forecasts and formats that do not exist', () => {
    for (const forecast of [-0.1, 1.1, Number.NaN]) expect(() => tennisInPlayModel(forecast, FORMAT)).toThrow(RangeError);
    for (const wrong of [{ bestOf: 4 }, { lastSet: 'none' }, { tour: 'itf' }, { surface: 'ice' }])
      expect(() => tennisInPlayModel(0.5, { ...FORMAT, ...wrong } as TennisFormat)).toThrow(RangeError);
  });
});

const swapped = ({ sets, games, points, server }: TennisScoreNow): TennisScoreNow => ({
  sets: sets.map(({ home, away }) => g(away, home)),
  games: g(games.away, games.home),
  points: points === null ? null : 'home' in points ? g(points.away, points.home) : [points[1], points[0]],
  server: server === null ? null : other(server),
});

/** Plays points one by one with the same chances throughout; `look` sees each score before its point. Returns the winner. */
function playOut(random: Random, format: TennisFormat, distance: number, look: (now: TennisScoreNow, played: number) => void) {
  const level = logit(serverWins(format.tour, format.surface));
  const wins = { home: logistic(level + distance), away: logistic(level - distance) };
  const sets: { home: number; away: number }[] = [];
  const setsWon = { home: 0, away: 0 };
  let [games, points] = [g(0, 0), g(0, 0)];
  let opener: 'home' | 'away' = random() < 0.5 ? 'home' : 'away';
  for (let played = 0; ; played++) {
    if (setsWon.home * 2 > format.bestOf) return 'home';
    if (setsWon.away * 2 > format.bestOf) return 'away';
    const rule: SetRule = sets.length === format.bestOf - 1 ? format.lastSet : 'tie_break';
    const to = isTieBreak(rule, games) ? tieBreakTo(rule)! : null;
    const server = to === null ? opener : serverOfPoint(opener, points.home + points.away);
    look({ sets: [...sets], games, points: to === null ? calledPoints(points.home, points.away) : points, server }, played);
    const scorer = random() < wins[server] ? server : other(server);
    points = { ...points, [scorer]: points[scorer] + 1 };
    if (points[scorer] < (to ?? 4) || points[scorer] - points[other(scorer)] < 2) continue;
    games = { ...games, [scorer]: games[scorer] + 1 };
    points = g(0, 0);
    opener = other(opener);
    if (setWinner(rule, games) === null) continue;
    sets.push(games);
    setsWon[scorer]++;
    games = g(0, 0);
  }
}

/** Simulates matches between players whose distance is drawn from the model's places, and forecasts each at one point. */
function calibration(model: TennisInPlayModel, parameters: { deviation: number; evidenceShare: number }, matches: number) {
  const random = randomFrom('points of tennis');
  const bins = Array.from({ length: 10 }, () => ({ n: 0, said: 0, won: 0 }));
  for (let n = 0; n < matches; n++) {
    const stop = Math.floor(random() * 160);
    let seen: TennisScoreNow | null = null;
    const winner = playOut(random, model.format, drawn(model, random()), (now, played) => {
      if (played === stop) seen = now;
    });
    if (seen === null) continue;
    const said = tennisInPlay(model, seen, parameters).match;
    const bin = bins[Math.min(9, Math.floor(said * 10))]!;
    bin.n++;
    bin.said += said;
    bin.won += winner === 'home' ? 1 : 0;
  }
  return bins.filter(({ n }) => n >= 50).map(({ n, said, won }) => ({ n, p: said / n, frequency: won / n }));
}

function drawn({ places }: TennisInPlayModel, at: number): number {
  let rest = at;
  for (const { weight, pairing } of places) {
    rest -= weight;
    if (rest <= 0) return pairing.distance;
  }
  return places.at(-1)!.pairing.distance;
}

describe('played out point by point', () => {
  it.each([
    ['players of known strength', { deviation: 0.01, evidenceShare: 0 }],
    ['players whose strength only the score shows', { deviation: 0.25, evidenceShare: 1 }],
  ])('is calibrated at every point, for %s', (_, parameters) => {
    const bins = calibration(tennisInPlayModel(0.6, FORMAT, parameters), parameters, 1_500);
    expect(bins.length).toBeGreaterThanOrEqual(6);
    for (const { n, p, frequency } of bins) expect(Math.abs(p - frequency)).toBeLessThan(3.5 * Math.sqrt((p * (1 - p)) / n));
  });
});
