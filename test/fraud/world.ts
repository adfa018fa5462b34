import { type Random, randomFrom } from '#demo/seeded-random.ts';
import { emailIdentity } from '#domain/identity/email.ts';
import { adjustTransfer, checkInTransfer, stakeTransfer } from '#domain/ledger/ledger.ts';
import { checkIn } from '#domain/ledger/rewards.ts';
import type { Pick as Outcome } from '#domain/matches/sport.ts';
import { DAY_MS, HOUR_MS, utcDay } from '#domain/time.ts';
import { countryOf } from '#server/platform/country.ts';
import { createLedger } from './ledger.ts';
import { type Contest, drawMatches, type Match } from './matches.ts';
import type { PlayThrough } from './payouts.ts';
import { newWallet, type Person, uuid } from './people.ts';
import { createRows, iso } from './rows.ts';
import type { EndedContest } from './settle.ts';

/** The first day, fixed so that a seed always gives the same world. */
export const START = Date.UTC(2026, 5, 1);
/** The admin who tops up. */
export const ADMIN_ID = '00000000-0000-7000-8000-00000000ad01';
const STAKE_MIN = 10;
const STAKE_MAX = 5_000;

/** Changes of users' stats on a day. */
export interface DayStats {
  played: number;
  hits: number;
  netWon: number;
}

/**
 * The site as users see it: their actions become the rows that the product writes. Players plan actions of today with `at`; `playDay` then
 * runs all of them in order of time.
 */
export function createWorld(seed: number, playThrough: PlayThrough) {
  const random: Random = randomFrom(`fraud ${seed}`);
  const rows = createRows();
  const people: Person[] = [];
  const byId = new Map<string, Person>();
  const ledger = createLedger(rows, (userId, points, at) =>
    byId.get(userId)!.events.push({ at, place: 2, event: { kind: 'given', points } }),
  );
  let actions: { at: number; act: (at: number) => void }[] = [];
  let matchesBefore = 0;
  const seenToday = new Map<string, { person: Person; first: number; last: number }>();
  /** Users who signed in again today, and when last. */
  const signedIn = new Map<Person, number>();
  const wallets = new Map<Person, { wallet: string; at: number; heldUntil: number }[]>();

  const world = {
    ...{ random, rows, ledger, people, byId, seenToday, signedIn, wallets },
    /** The setting, which users know from the rules. */
    playThrough,
    day: -1,
    dayStart: START - DAY_MS,
    matches: [] as Match[],
    /** Quiet pools chosen by a ring today: each ring looks for one without others. */
    taken: new Set<Match>(),
    /** By users whose bets ended today. */
    stats: new Map<string, DayStats>(),
    /** Contests that ended today. */
    ended: [] as EndedContest[],

    /** Plans an action at a time of this day. */
    at: (time: number, act: (at: number) => void): void => {
      actions.push({ at: time, act });
    },

    /** Advances to the next day, with its matches. */
    nextDay: (): void => {
      world.day += 1;
      world.dayStart += DAY_MS;
      world.matches = drawMatches(random, world.dayStart, matchesBefore + 1);
      matchesBefore += world.matches.length;
      world.taken.clear();
      world.stats.clear();
      seenToday.clear();
      signedIn.clear();
      wallets.clear();
    },

    /** Runs everything planned for today, in order of time. */
    playDay: (): void => {
      const today = actions.toSorted((a, b) => a.at - b.at);
      actions = [];
      for (const { at, act } of today) act(at);
    },

    /** Registers, confirms the address and signs in. */
    join: (person: Person, at: number): void => {
      const ip = person.addressOf();
      const country = countryOf(ip);
      const invited = person.inviter?.hasJoined ? person.inviter : null;
      person.hasJoined = true;
      people.push(person);
      byId.set(person.id, person);
      const invite = invited ? [invited.id, invited.inviteCode, 'link'] : [null, null, null];
      rows.add(
        'users',
        ...[person.id, person.email, emailIdentity(person.email), iso(at + 90_000), person.name, person.handle, person.inviteCode],
        ...invite,
        ...[ip, country, person.device, '4', iso(at), iso(at)],
      );
      rows.add('user_stats', person.id, iso(at));
      ledger.open('balance', person.id);
      ledger.open('held', person.id);
      insertSession(person, ip, country, at);
    },

    /** Signs in again: from another address, in another browser, or after the last session ran out. */
    signIn: (person: Person, at: number): void => {
      const ip = person.addressOf();
      signedIn.set(person, at);
      insertSession(person, ip, countryOf(ip), at);
    },

    checkIn: (person: Person, at: number): void => {
      const day = utcDay(new Date(at));
      const given = checkIn(person.lastCheckIn, day);
      if ('code' in given) return;
      see(person, at);
      person.lastCheckIn = { day, streak: given.streak };
      rows.add('check_ins', person.id, day, given.streak, given.points, iso(at));
      ledger.post(checkInTransfer(person.id, day, given.points), at);
    },

    /** Places a stake if the contest accepts it and the points suffice; returns whether it did. A user has one pick per contest. */
    bet: (person: Person, contest: Contest, pick: Outcome, points: number, at: number): boolean => {
      const stake = Math.min(Math.floor(points), STAKE_MAX, ledger.balanceOf(person.id));
      const held = contest.bets.get(person.id);
      if (stake < STAKE_MIN || at >= contest.match.kickoffAt || (held && held.pick !== pick)) return false;
      see(person, at);
      const leg = {
        id: uuid(random, at),
        stake,
        placedAt: new Date(at),
        oddsHundredths: contest.market === '1x2' ? contest.match.odds[pick] : null,
      };
      const bet = held ?? { id: uuid(random, at), userId: person.id, pick, placedAt: leg.placedAt, legs: [] };
      if (!held) {
        if (contest.bets.size === 0) ledger.open('contest', contest.id);
        contest.bets.set(person.id, bet);
      }
      bet.legs.push(leg);
      contest.staked[pick] += stake;
      ledger.post(stakeTransfer({ id: bet.id, userId: person.id, contestId: contest.id, market: contest.market }, leg.id, stake), at);
      return true;
    },

    /** Enters a wallet; replacing another one holds payouts for a day. */
    setWallet: (person: Person, wallet: string, at: number): void => {
      see(person, at);
      person.heldUntil = person.wallet === null ? person.heldUntil : at + 24 * HOUR_MS;
      person.wallet = wallet;
      person.walletSince = at;
      wallets.set(person, [...(wallets.get(person) ?? []), { wallet, at, heldUntil: person.heldUntil }]);
    },

    newWallet: (): string => newWallet(random),

    /** Gives points as an operator: a promotion's prize, or an apology. */
    topUp: (person: Person, points: number, at: number): void => {
      const id = uuid(random, at);
      rows.add('adjustments', id, person.id, points, 'manual_adjust', 'promotion', ADMIN_ID, iso(at));
      ledger.post(adjustTransfer(id, person.id, points, 'manual_adjust', null), at);
    },
  };

  const see = (person: Person, at: number): void => {
    const seen = seenToday.get(person.id);
    // The activity of users who joined before the first day was on earlier days.
    if (at < world.dayStart) return;
    if (!seen) seenToday.set(person.id, { person, first: at, last: at });
    else seen.last = Math.max(seen.last, at);
  };

  const insertSession = (person: Person, ip: string, country: string | null, at: number): void => {
    see(person, at);
    const times = [iso(at), iso(at), iso(at + 30 * DAY_MS)];
    rows.add('sessions', uuid(random, at), person.id, true, person.userAgent, ip, person.device, country, ...times);
  };

  return world;
}
export type World = ReturnType<typeof createWorld>;
