import { integer, pickOne, pickWeighted, type Random } from '#demo/seeded-random.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { carrierAddresses, home, placeAddress } from './addresses.ts';
import { drawHabits, drawPick, type Habits, planVisit, planWallet } from './habits.ts';
import type { Match } from './matches.ts';
import { createPerson, mailAt, ownDomain, type Person, type PersonValues, uuid } from './people.ts';
import { START, type World } from './world.ts';

/*
 * Honest users in groups that resemble rings: many behind one address, with shared browsers and mail hosts, invites, the same pools, and
 * registrations in bursts. Proportions are of users.
 */
const SHARES = { household: 0.38, carrier: 0.24, university: 0.12, office: 0.08, friends: 0.07, couple: 0.06, derby: 0.05 };
export type HonestKind = keyof typeof SHARES;
export const HONEST_KINDS = Object.keys(SHARES) as HonestKind[];

interface Honest {
  person: Person;
  habits: Habits;
  /** Talks about one match a day with the others of this group, and bets on it; in couples, every second user backs the other side. */
  talks: 'same' | 'opposite' | null;
}

/** Creates this many honest users, or a few more, because groups are always complete. */
export function createHonest(random: Random, count: number, days: number) {
  const members: Honest[] = [];
  for (const [kind, share] of Object.entries(SHARES) as [HonestKind, number][]) {
    const wanted = members.length + Math.round(count * share);
    for (let n = 0; members.length < wanted; n++) members.push(...GROUPS[kind](random, `${kind} ${n}`, days, wanted - members.length));
  }
  linkStrangers(random, members);
  return {
    people: members.map(({ person }) => person),
    plan: (world: World) => planDay(world, members),
  };
}

function planDay(world: World, members: readonly Honest[]): void {
  const favourites = new Map<string, { match: Match; pick: ReturnType<typeof drawPick> }>();
  for (const { person, habits, talks } of members) {
    if (!person.hasJoined) continue;
    if (talks !== null && !favourites.has(person.group)) {
      const match = world.matches[integer(world.random, 0, 5)]!;
      favourites.set(person.group, { match, pick: drawPick(world.random, match) });
    }
    const common = talks === null ? null : favourites.get(person.group)!;
    planVisit(world, person, habits, common && talks === 'opposite' ? { ...common, pick: drawPick(world.random, common.match) } : common);
    planWallet(world, person);
    if (world.random() < habits.visits * 0.0012) {
      const points = pickOne(world.random, [200, 500, 500, 1_000, 2_000, 5_000]);
      world.at(world.dayStart + integer(world.random, 8, 18) * HOUR_MS, (at) => world.topUp(person, points, at));
    }
  }
}

/** Half joined before the first day; the others join over time, more at first. */
function joinTime(random: Random, days: number): number {
  if (random() < 0.5) return START - integer(random, 1, 60 * 24 * 60) * MINUTE_MS;
  return START + Math.floor(random() ** 1.5 * (days - 2) * DAY_MS);
}

const honest = (random: Random, values: Omit<PersonValues, 'isRing'>, talks: Honest['talks'] = null): Honest => ({
  person: createPerson(random, {
    ...{ isRing: false, asks: random() < 0.85, goal: [1_000, 2_000, 5_000][pickWeighted(random, [65, 25, 10])]! },
    // One in fifty has their own domain.
    ...(random() < 0.02 && { email: mailAt(random, ownDomain(random)) }),
    ...values,
  }),
  habits: drawHabits(random),
  talks,
});

type Group = (random: Random, group: string, days: number, atMost: number) => Honest[];

/** One to five users at one address; of those not alone, three in ten share a browser and one in fifteen a family domain. */
const household: Group = (random, group, days) => {
  const addressOf = home(random);
  const size = 1 + pickWeighted(random, [45, 25, 15, 10, 5]);
  const first = joinTime(random, days);
  const device = size > 1 && random() < 0.3 ? uuid(random, first) : null;
  const domain = size > 1 && random() < 0.07 ? ownDomain(random) : null;
  return Array.from({ length: size }, (_, n) => {
    const joinsAt =
      n === 0 || random() < 0.4
        ? Math.min(first + n * integer(random, 3, 600) * MINUTE_MS, START + (days - 1) * DAY_MS)
        : joinTime(random, days);
    return honest(random, {
      ...{ kind: 'household', group, joinsAt, addressOf },
      ...(device !== null && { device }),
      ...(domain !== null && { email: mailAt(random, domain) }),
    });
  });
};

/** Thousands on a few dozen addresses of a mobile carrier, which change with each sign-in. */
const carrier: Group = (random, group, days, atMost) => {
  const addresses = carrierAddresses(random, 24);
  return Array.from({ length: Math.min(atMost, 1_200) }, () =>
    honest(random, { kind: 'carrier', group, joinsAt: joinTime(random, days), addressOf: () => pickOne(random, addresses) }),
  );
};

/** Hundreds behind one address, two thirds with the university's mail; a tenth use the library's computers, five users per browser. */
const university: Group = (random, group, days, atMost) => {
  const [address, host] = [placeAddress(random), `student.${ownDomain(random)}`];
  const library = Array.from({ length: 8 }, () => uuid(random, START));
  return Array.from({ length: Math.min(atMost, integer(random, 200, 600)) }, () => {
    const own = home(random);
    return honest(random, {
      ...{ kind: 'university', group, joinsAt: joinTime(random, days), addressOf: () => (random() < 0.75 ? address : own()) },
      ...(random() < 0.67 && { email: mailAt(random, host) }),
      ...(random() < 0.1 && { device: pickOne(random, library) }),
    });
  });
};

/** Colleagues behind one address, half with the company's mail, who often back the same match. */
const office: Group = (random, group, days) => {
  const [address, host] = [placeAddress(random), ownDomain(random)];
  const first = joinTime(random, days);
  return Array.from({ length: integer(random, 8, 60) }, () => {
    const own = home(random);
    const late = Math.min(first + Math.floor(random() * 20 * DAY_MS), START + (days - 1) * DAY_MS);
    return honest(
      random,
      {
        ...{ kind: 'office', group, joinsAt: late, addressOf: () => (random() < 0.7 ? address : own()) },
        ...(random() < 0.5 && { email: mailAt(random, host) }),
      },
      random() < 0.4 ? 'same' : null,
    );
  });
};

/** One invites four to twelve others within days, some of them in the same bar; they bet on the same matches, each on their own opinion. */
const friends: Group = (random, group, days) => {
  const joinsAt = joinTime(random, days - 6);
  const leader = honest(random, { kind: 'friends', group, joinsAt, addressOf: home(random) }, 'opposite');
  const bar = placeAddress(random);
  const others = Array.from({ length: integer(random, 4, 12) }, () => {
    const own = home(random);
    let isFirst = random() < 0.4;
    const addressOf = () => {
      const address = isFirst ? bar : own();
      isFirst = false;
      return address;
    };
    const later = joinsAt + integer(random, 5, 5 * 24 * 60) * MINUTE_MS;
    return honest(random, { kind: 'friends', group, joinsAt: later, addressOf, inviter: leader.person }, 'opposite');
  });
  return [leader, ...others];
};

/** One invites the other, two in three live together, and one in four of these share a browser; they bet in the same pools, for or against each other. */
const couple: Group = (random, group, days) => {
  const joinsAt = joinTime(random, days - 6);
  const talks = random() < 0.5 ? 'same' : 'opposite';
  const addressOf = home(random);
  const one = honest(random, { kind: 'couple', group, joinsAt, addressOf }, talks);
  const isTogether = random() < 0.67;
  const later = joinsAt + integer(random, 3, 5 * 24 * 60) * MINUTE_MS;
  const other = honest(
    random,
    {
      ...{ kind: 'couple', group, joinsAt: later, addressOf: isTogether ? addressOf : home(random), inviter: one.person },
      ...(isTogether && random() < 0.25 && { device: one.person.device }),
    },
    talks,
  );
  return [one, other];
};

/** After a derby late at night, dozens register within an hour, a third of them on the stadium's Wi-Fi. */
const derby: Group = (random, group, days, atMost) => {
  const stadium = placeAddress(random);
  const night = START + integer(random, 0, Math.max(0, days - 20)) * DAY_MS + 22.8 * HOUR_MS;
  return Array.from({ length: Math.min(atMost, integer(random, 60, 180)) }, () => {
    const own = home(random);
    let isFirst = random() < 0.33;
    const addressOf = () => {
      const address = isFirst ? stadium : own();
      isFirst = false;
      return address;
    };
    return honest(random, { kind: 'derby', group, joinsAt: night + integer(random, 0, 65 * 60) * 1_000, addressOf });
  });
};

const GROUPS: Record<HonestKind, Group> = { household, carrier, university, office, friends, couple, derby };

/** One in eight of the others was invited by an earlier user whom they know from elsewhere. */
function linkStrangers(random: Random, members: readonly Honest[]): void {
  for (const { person } of members) {
    if (person.inviter !== null || person.kind === 'couple' || person.kind === 'friends' || random() >= 0.125) continue;
    const other = pickOne(random, members).person;
    if (other.joinsAt < person.joinsAt) person.inviter = other;
  }
}
