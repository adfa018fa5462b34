import type { Pick, Sport } from '#domain/matches/sport.ts';
import { sleepUntilAborted } from '#server/platform/lifetime.ts';
import { integer, normal, pickOne, pickWeighted, type Random, randomFrom } from './seeded-random.ts';

/** The parts of an open contest that the crowd needs. */
export interface CrowdContest {
  matchId: number;
  sport: Sport;
  kickoffAt: Date;
  /** The bookmakers' probabilities, with 0 for a draw that is impossible; null if there are no prices. */
  probabilities: Record<Pick, number> | null;
}

export interface CrowdBet {
  matchId: number;
  market: 'wdl';
  pick: Pick;
  stake: number;
}

export interface CrowdOptions {
  seed: string;
  users?: number;
  /** Average real time between two bets. */
  everyMs?: number;
  openContests: () => Promise<CrowdContest[]>;
  /** Places a bet for one of the users; a rejected bet is normal, and the caller ignores or logs it. */
  place: (userIndex: number, bet: CrowdBet) => Promise<void>;
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const CROWD_SIZE = 60;
const EVERY_MS = 1500;
export const STAKES = [10, 20, 20, 30, 50, 50, 80, 100, 100, 150, 200, 300, 500];
/** People bet on what begins soon: a contest twice as far down the list is about half as likely to be chosen. */
const HALF_LIFE = 6;
/** Probabilities assumed when there are no prices. Outside football, draws are rare and mostly impossible. */
const FOOTBALL_HABIT: Record<Pick, number> = { home: 0.45, draw: 0.26, away: 0.29 };
const HABIT: Record<Pick, number> = { home: 0.55, draw: 0, away: 0.45 };
const OPINION_NOISE = 0.45;
const USUALLY_BETS_AGAIN = 0.6;

/** Places bets as a crowd of demo users would, until aborted. It uses only what users can see, and the same service. */
export async function runCrowd(options: CrowdOptions, signal: AbortSignal): Promise<void> {
  const { seed, users = CROWD_SIZE, everyMs = EVERY_MS, openContests, place, sleep = sleepUntilAborted } = options;
  const random = randomFrom(`${seed} crowd`);
  const picks = new Map<string, Pick>();
  while (!signal.aborted) {
    await sleep(-Math.log(1 - random()) * everyMs, signal);
    if (signal.aborted) return;
    const contests = await openContests();
    const userIndex = integer(random, 0, users - 1);
    const bet = chooseBet(random, userIndex, contests, picks);
    if (bet !== null) await place(userIndex, bet);
  }
}

/** Chooses a user's next bet; null if nothing is open or the user passes. A user keeps the pick already made on a match. */
function chooseBet(random: Random, userIndex: number, contests: CrowdContest[], picks: Map<string, Pick>): CrowdBet | null {
  if (contests.length === 0) return null;
  const soonest = [...contests].sort((a, b) => a.kickoffAt.getTime() - b.kickoffAt.getTime());
  const contest =
    soonest[
      pickWeighted(
        random,
        soonest.map((_, index) => 0.5 ** (index / HALF_LIFE)),
      )
    ]!;
  const key = `${userIndex} ${contest.matchId}`;
  const earlier = picks.get(key);
  if (earlier !== undefined && random() > USUALLY_BETS_AGAIN) return null;
  const pick = earlier ?? opinion(random, contest.probabilities ?? (contest.sport === 'football' ? FOOTBALL_HABIT : HABIT));
  remember(picks, key, pick);
  return { matchId: contest.matchId, market: 'wdl', pick, stake: pickOne(random, STAKES) };
}

/** Draws a pick from the public's probabilities, mixed with a large share of personal opinion. */
export function opinion(random: Random, probabilities: Record<Pick, number>): Pick {
  const options = (Object.keys(probabilities) as Pick[]).filter((pick) => probabilities[pick] > 0);
  return options[
    pickWeighted(
      random,
      options.map((pick) => probabilities[pick] * Math.exp(normal(random) * OPINION_NOISE)),
    )
  ]!;
}

const PICKS_CACHED = 5000;

function remember(picks: Map<string, Pick>, key: string, pick: Pick): void {
  picks.set(key, pick);
  if (picks.size > PICKS_CACHED) picks.delete(picks.keys().next().value!);
}
