import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNationalModel, type NationalFixture, type PlayedNational } from './national-teams.ts';

const fixture: NationalFixture = { day: 17_000, home: 'a', away: 'b', neutral: false, isMinor: false };
const played = (day: number, goals: [number, number], values: Partial<PlayedNational> = {}): PlayedNational => ({
  ...{ ...fixture, neutral: true, day, goals },
  ...values,
});

describe('the model of national teams', () => {
  it('expects equal sides that it does not know to be equal on neutral ground, and the home side ahead elsewhere', () => {
    const model = createNationalModel();
    const neutral = model.forecast({ ...fixture, neutral: true });
    expect(neutral.outcomes.home).toBe(neutral.outcomes.away);
    const { home, draw, away } = model.forecast(fixture).outcomes;
    expect(home).toBeGreaterThan(away + 0.05);
    expect(home + draw + away).toBeCloseTo(1, 12);
  });

  it('mirrors its forecast when the sides of a match on neutral ground are swapped, whatever was played', () => {
    const team = fc.constantFrom('a', 'b', 'c');
    const match = fc.record({
      home: team,
      away: team,
      goals: fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 12 })),
      neutral: fc.boolean(),
      isMinor: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(match, { maxLength: 30 }), fc.boolean(), (matches, isMinor) => {
        const model = createNationalModel();
        matches
          .filter(({ home, away }) => home !== away)
          .forEach((one, i) => {
            model.learn([{ ...one, day: 16_000 + i }]);
          });
        const coming = { ...fixture, neutral: true, isMinor };
        const [there, back] = [model.forecast(coming), model.forecast({ ...coming, home: 'b', away: 'a' })];
        expect(back.outcomes.away).toBeCloseTo(there.outcomes.home, 9);
        expect(back.outcomes.draw).toBeCloseTo(there.outcomes.draw, 9);
        expect(back.rates.away).toBeCloseTo(there.rates.home, 9);
      }),
    );
  });

  it('learns more from a qualifier than from a friendly, and nothing from a fifth goal', () => {
    const after = (goals: [number, number], isMinor: boolean) => {
      const model = createNationalModel();
      model.learn([played(16_990, goals, { isMinor })]);
      return model.forecast({ ...fixture, neutral: true }).rates.home;
    };
    expect(after([3, 0], false)).toBeGreaterThan(after([3, 0], true));
    expect(after([3, 0], true)).toBeGreaterThan(after([1, 1], true));
    expect(after([9, 0], false)).toBe(after([4, 0], false));
  });

  it('expects less of a difference in strength in a friendly', () => {
    const model = createNationalModel();
    for (let day = 0; day < 8; day++) model.learn([played(16_900 + 10 * day, [3, 0])]);
    const coming = { ...fixture, neutral: true };
    expect(model.forecast({ ...coming, isMinor: true }).outcomes.home).toBeLessThan(model.forecast(coming).outcomes.home - 0.01);
  });
});
