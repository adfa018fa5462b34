import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LossFlow, RingAccount, RingFacts, RingTrait } from './facts.ts';
import { RING_SCORE_MIN, ringEvidence } from './score.ts';

const START = Date.parse('2026-09-01T10:00:00Z');
const account = (id: string, more: Partial<RingAccount> & { minute?: number } = {}): RingAccount => {
  const { minute = 0, ...rest } = more;
  return {
    id,
    registeredAt: new Date(START + minute * 60_000),
    given: 500,
    collected: more.given ?? 500,
    netWon: 0,
    risked: null,
    ...rest,
  };
};
const many = (count: number, name: string) => Array.from({ length: count }, (_, i) => `${name}${String(i).padStart(3, '0')}`);
const trait = (kind: RingTrait['kind'], members: string[], population = members.length): RingTrait => ({
  ...{ kind, value: `${kind} of ${members[0]}`, members, population },
});
const facts = (more: Partial<RingFacts>): RingFacts => ({
  accounts: [],
  traits: [],
  flows: [],
  meetings: [],
  siteDays: 365,
  players: 3_000,
  ...more,
});
const kindsOf = (evidence: ReturnType<typeof ringEvidence>) => evidence.reasons.map(({ kind }) => kind);
const flow = (loser: string, winner: string, points: number): LossFlow => ({ loser, winner, points });

describe('a ring', () => {
  it('is many accounts of one browser', () => {
    const ids = many(8, 'mule');
    const evidence = ringEvidence(facts({ accounts: ids.map((id) => account(id)), traits: [trait('device', ids)] }), 'mule000');
    expect(evidence).toMatchObject({ isFlagged: true, reasons: [{ kind: 'one_hand', accounts: 7 }] });
    expect(evidence.members).toHaveLength(7);
  });

  it('is found over several hops: each account shares its browser with the next one alone', () => {
    const ids = many(10, 'mule');
    const traits = ids.slice(1).map((id, i) => trait('device', [ids[i]!, id]));
    const { isFlagged, members } = ringEvidence(facts({ accounts: ids.map((id) => account(id)), traits }), ids[0]!);
    expect(isFlagged).toBe(true);
    expect(members.map(({ hops }) => hops)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('is mailboxes that differ by digits alone, most of them made in one week, and not a name that many have', () => {
    const ids = many(12, 'lucky');
    const accounts = ids.map((id, i) => account(id, { minute: i * 60 }));
    expect(ringEvidence(facts({ accounts, traits: [trait('mail_name', ids)] }), ids[0]!).isFlagged).toBe(true);
    expect(ringEvidence(facts({ accounts, traits: [trait('mail_name', ids, 200)] }), ids[0]!)).toMatchObject({ score: 0, members: [] });
  });

  it('is eight accounts of a rare network within an hour that do not play; one address of hundreds says nothing', () => {
    const ids = many(8, 'mule');
    const accounts = ids.map((id, i) => account(id, { minute: i * 5, risked: 0 }));
    expect(ringEvidence(facts({ accounts, traits: [trait('host', ids)] }), ids[0]!).isFlagged).toBe(true);
    const university = ringEvidence(facts({ accounts, traits: [trait('host', ids, 300)] }), ids[0]!);
    expect([university.isFlagged, kindsOf(university)]).toEqual([false, ['unplayed']]);
  });

  it('is ten accounts that lose all they were given to one, in pools with others too', () => {
    const mules = many(10, 'mule');
    const accounts = [account('payee', { netWon: 610 }), ...mules.map((id) => account(id, { given: 70, netWon: -61 }))];
    const evidence = ringEvidence(facts({ accounts, flows: mules.map((id) => flow(id, 'payee', 55)) }), 'payee');
    expect(evidence.isFlagged).toBe(true);
    expect(evidence.reasons[0]).toMatchObject({ kind: 'fed', accounts: 10, points: 550 });
    expect(evidence.members[0]).toMatchObject({ ties: ['feeds'], hops: 1, points: 55 });
    const mule = ringEvidence(facts({ accounts, flows: mules.map((id) => flow(id, 'payee', 55)) }), 'mule000');
    expect([mule.isFlagged, kindsOf(mule), mule.members[0]]).toEqual([
      true,
      ['feeds'],
      { id: 'payee', ties: ['fed'], hops: 1, points: -55 },
    ]);
  });

  it('is points that pass through another account on their way', () => {
    const mules = many(12, 'mule');
    const accounts = [
      account('payee', { netWon: 1_900 }),
      account('between', { given: 100, netWon: 1_200 - 1_250 }),
      ...mules.map((id) => account(id, { given: 110, netWon: -100 })),
    ];
    const flows = [...mules.map((id) => flow(id, 'between', 100)), flow('between', 'payee', 1_250)];
    const evidence = ringEvidence(facts({ accounts, flows }), 'payee');
    expect(evidence.isFlagged).toBe(true);
    expect(evidence.members.filter(({ hops }) => hops === 2)).toHaveLength(12);
  });

  it('is hundreds of losers that end with nothing, a few points each to each of many winners, all registered in the same days', () => {
    const mules = many(60, 'mule');
    const accounts = [
      account('payee', { netWon: 600 }),
      ...mules.map((id, i) => account(id, { minute: i * 60, given: 430, netWon: -390 })),
      ...many(40, 'honest').map((id, i) => account(id, { minute: i * 9_000, netWon: -50 })),
    ];
    const flows = [...mules.map((id) => flow(id, 'payee', 8)), ...many(40, 'honest').map((id) => flow(id, 'payee', 5))];
    const evidence = ringEvidence(facts({ accounts, flows }), 'payee');
    expect([evidence.isFlagged, kindsOf(evidence)]).toEqual([true, ['emptied', 'same_days']]);
    // On a site that opened this week everybody registered in the same days.
    expect(kindsOf(ringEvidence(facts({ accounts, flows, siteDays: 7 }), 'payee'))).toEqual(['emptied']);
  });
});

describe('the same opponents repeatedly', () => {
  const mules = many(30, 'mule');
  // Old accounts that lost a tenth of what they were given: nothing else speaks against them.
  const accounts = [
    account('payee', { netWon: 600, risked: 900 }),
    ...mules.map((id, i) => account(id, { minute: i * 9_000, netWon: -50 })),
    ...many(40, 'honest').map((id, i) => account(id, { minute: i * 9_000, netWon: -50 })),
  ];
  const flows = [...mules.map((id) => flow(id, 'payee', 10)), ...many(40, 'honest').map((id) => flow(id, 'payee', 8))];
  const meetings = mules.map((id) => ({ ...flow(id, 'payee', 10), pools: 2 }));

  it('are a ring among thousands of players', () => {
    const evidence = ringEvidence(facts({ accounts, flows, meetings }), 'payee');
    expect(evidence.isFlagged).toBe(true);
    expect(evidence.reasons).toEqual([{ kind: 'same_opponents', weight: 4.5, accounts: 30, points: 300, share: expect.closeTo(0.46, 1) }]);
  });

  it('are a ring whichever side wins: points go back and forth between the same accounts', () => {
    const both = [...flows, ...mules.map((id) => flow('payee', id, 6))];
    const faced = [
      ...mules.map((id) => ({ ...flow(id, 'payee', 10), pools: 1 })),
      ...mules.map((id) => ({ ...flow('payee', id, 6), pools: 1 })),
    ];
    expect(kindsOf(ringEvidence(facts({ accounts, flows: both, meetings: faced }), 'payee'))).toEqual(['same_opponents']);
  });

  it('are chance on a small site, where all players meet', () => {
    expect(kindsOf(ringEvidence(facts({ accounts, flows, meetings, players: 60 }), 'payee'))).toEqual([]);
  });

  it('are harmless if each was met once, or three friends were met every week', () => {
    const once = meetings.map((one) => ({ ...one, pools: 1 }));
    expect(kindsOf(ringEvidence(facts({ accounts, flows, meetings: once }), 'payee'))).toEqual([]);
    const friends = meetings.slice(0, 3).map((one) => ({ ...one, pools: 12 }));
    expect(kindsOf(ringEvidence(facts({ accounts, flows, meetings: friends }), 'payee'))).toEqual([]);
  });
});

describe('no ring', () => {
  it('is a couple of one browser that invited each other and bet against each other', () => {
    const accounts = [account('one', { netWon: 60, risked: 800 }), account('other', { netWon: -60, risked: 900 })];
    const traits = [trait('device', ['one', 'other']), trait('host', ['one', 'other']), trait('inviter', ['one', 'other'])];
    const evidence = ringEvidence(facts({ accounts, traits, flows: [flow('other', 'one', 200), flow('one', 'other', 140)] }), 'one');
    expect([evidence.isFlagged, evidence.members.map(({ id }) => id)]).toEqual([false, ['other']]);
  });

  it('is a household of four, or an office of forty with a mail host of its own, that play', () => {
    const [family, office] = [many(4, 'child'), many(40, 'clerk')];
    const accounts = [...family, ...office].map((id, i) => account(id, { minute: i * 600, risked: 700 }));
    const traits = [trait('device', family), trait('host', family), trait('host', office), trait('mail_domain', office)];
    for (const id of ['child000', 'clerk000']) expect(ringEvidence(facts({ accounts, traits }), id).isFlagged, id).toBe(false);
  });

  it('is a user who won from a crowd that loses to everybody', () => {
    const crowd = many(60, 'crowd');
    const accounts = [
      account('winner', { netWon: 600, risked: 900 }),
      ...crowd.map((id, i) => account(id, { minute: i * 5_000, netWon: -200 })),
    ];
    expect(ringEvidence(facts({ accounts, flows: crowd.map((id) => flow(id, 'winner', 10)) }), 'winner').score).toBeLessThanOrEqual(0);
  });
});

const ringFacts = fc
  .record({
    size: fc.integer({ min: 2, max: 12 }),
    given: fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 12, maxLength: 12 }),
    traits: fc.array(
      fc.record({
        kind: fc.constantFrom<RingTrait['kind']>('device', 'wallet', 'mail_name', 'host', 'site', 'block', 'mail_domain', 'inviter'),
        value: fc.constantFrom('a', 'b'),
        members: fc.array(fc.nat(11), { maxLength: 8 }),
        more: fc.nat(40),
      }),
      { maxLength: 6 },
    ),
    flows: fc.array(
      fc
        .record({ loser: fc.nat(11), winner: fc.nat(11), points: fc.integer({ min: 1, max: 400 }) })
        .filter(({ loser, winner }) => loser !== winner),
      { maxLength: 20 },
    ),
  })
  .map(({ given, traits, flows }): RingFacts => {
    const ids = many(12, 'some');
    const won = (id: string) =>
      flows.reduce((sum, { loser, winner, points }) => sum + (ids[winner] === id ? points : 0) - (ids[loser] === id ? points : 0), 0);
    return {
      accounts: ids.map((id, i) => account(id, { minute: i * 7, given: given[i]!, netWon: won(id), risked: i === 0 ? given[0]! : null })),
      traits: traits.map(({ kind, value, members, more }) => ({
        ...{ kind, value, members: members.map((at) => ids[at]!), population: new Set(members).size + more },
      })),
      flows: flows.map(({ loser, winner, points }) => flow(ids[loser]!, ids[winner]!, points)),
      meetings: flows
        .slice(0, 10)
        .map(({ loser, winner, points }) => ({ ...flow(ids[loser]!, ids[winner]!, points), pools: 1 + (points % 3) })),
      siteDays: 365,
      players: 3_000,
    };
  });

it('does not depend on the order of the facts', () => {
  fc.assert(
    fc.property(ringFacts, (some) => {
      const turned: RingFacts = {
        ...some,
        accounts: [...some.accounts].reverse(),
        traits: [...some.traits].reverse().map((one) => ({ ...one, members: [...one.members].reverse() })),
        flows: [...some.flows].reverse(),
        meetings: [...some.meetings].reverse(),
      };
      const [one, other] = [ringEvidence(some, 'some000'), ringEvidence(turned, 'some000')];
      expect([other.score, other.reasons, other.members.map(({ id }) => id)]).toEqual([
        one.score,
        one.reasons,
        one.members.map(({ id }) => id),
      ]);
    }),
  );
});

it('is not raised by winnings from others, which make the opponents that one keeps meeting no more remarkable', () => {
  const friends = many(6, 'friend');
  const accounts = [account('payee', { given: 3_000, netWon: 60 }), ...friends.map((id) => account(id, { netWon: -58 }))];
  const flows = friends.map((id) => flow(id, 'payee', 58));
  const met: RingFacts = facts({ accounts, flows, meetings: flows.map((one) => ({ ...one, pools: 2 })) });
  const scoreWith = (honest: number) => {
    const ids = many(honest, 'zz');
    const others = ids.map((id) => account(id, { minute: 100_000, given: 2_000, netWon: -200 }));
    return ringEvidence(
      { ...met, accounts: [...accounts, ...others], flows: [...flows, ...ids.map((id) => flow(id, 'payee', 5))] },
      'payee',
    ).score;
  };
  expect([20, 60, 200].map(scoreWith).every((score) => score <= scoreWith(0))).toBe(true);
});

it('is never raised by honest neighbours: who shares a place, plays elsewhere and loses to everybody', () => {
  fc.assert(
    fc.property(ringFacts, fc.integer({ min: 1, max: 60 }), (some, count) => {
      const before = ringEvidence(some, 'some000').score;
      const honest = many(count, 'zz');
      const grown: RingFacts = {
        ...some,
        accounts: [...some.accounts, ...honest.map((id, i) => account(id, { minute: 100_000 + i * 5_000, given: 2_000, netWon: -200 }))],
        // Large places grow; a place with a handful of accounts may begin to look larger than a household.
        traits: some.traits.map((one) => (one.kind === 'host' ? { ...one, population: Math.max(60, one.population) + count } : one)),
        flows: [...some.flows, ...honest.map((id) => flow(id, 'some000', 5))],
      };
      const base: RingFacts = {
        ...some,
        traits: some.traits.map((one) => (one.kind === 'host' ? { ...one, population: Math.max(60, one.population) } : one)),
      };
      expect(ringEvidence(grown, 'some000').score).toBeLessThanOrEqual(Math.max(before, ringEvidence(base, 'some000').score) + 0.02);
    }),
  );
});

it('is bounded: thousands of accounts in hundreds of traits and flows give at most 200 members', () => {
  const ids = many(3_000, 'mule');
  const traits = ids.slice(0, 300).map((_, i) => ({ ...trait('device', ids.slice(i * 10, i * 10 + 40)), value: `device ${i}` }));
  const flows = ids.slice(1).map((id) => flow(id, ids[0]!, 400));
  const evidence = ringEvidence(facts({ accounts: ids.map((id) => account(id, { netWon: -400 })), traits, flows }), ids[0]!);
  expect(evidence.members).toHaveLength(200);
  expect(evidence.score).toBeGreaterThan(RING_SCORE_MIN);
});

it('ignores an account that is not among the facts', () => {
  expect(ringEvidence(facts({ traits: [trait('device', many(9, 'x'))] }), 'x000')).toEqual({
    ...{ score: 0, isFlagged: false, reasons: [], fewFed: 0, members: [] },
  });
});
