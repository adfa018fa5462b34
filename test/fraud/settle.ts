import { isPlay, type PlayEnd, playOf } from '#domain/settlement/play-at-risk.ts';
import { POOL_RULES } from '#domain/settlement/pool.ts';
import { fixedPayout, type Settlement, settle } from '#domain/settlement/settlement.ts';
import { DAY_MS } from '#domain/time.ts';
import { relatedGroups } from '#server/modules/betting/related-users/related-users.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type Contest, OUTCOMES, stakeOf } from './matches.ts';
import type { Person } from './people.ts';
import { iso } from './rows.ts';
import type { World } from './world.ts';

/** A contest that ended today: paid at once, and counted as play when the day's users are written. */
export interface EndedContest {
  contest: Contest;
  settlement: Settlement;
  lastTransfer: number;
  at: number;
}

/** Pays a contest's bets as the product does: the domain determines what each bet gets. */
export function settleContest(world: World, contest: Contest, at: number): void {
  if (contest.bets.size === 0) return;
  const result = { result: contest.match.score, startedAt: null };
  const settlement = settle({ id: contest.id, market: contest.market, rules: POOL_RULES }, [...contest.bets.values()], result);
  let lastTransfer = 0;
  for (const draft of settlement.transfers) lastTransfer = world.ledger.post(draft, at);
  world.ended.push({ contest, settlement, lastTransfer, at });
}

/**
 * Adds the rows of today's contests and bets, with the amount of each bet at risk among players whom the server finds related, which
 * requires that those are written.
 */
export async function writeEnded(world: World, db: Db): Promise<void> {
  for (const ended of world.ended) {
    const { contest, settlement } = ended;
    const ties = await relatedGroups(db, [...contest.bets.keys()]);
    const placed = new Map([...contest.bets.values()].map((bet) => [bet.id, bet]));
    const play = playOf({ market: contest.market, outcomes: OUTCOMES, feePercent: POOL_RULES.feePercent }, placed, settlement, ties);
    writeContest(world, ended);
    for (const end of settlement.bets) writeBet(world, ended, end, play.get(end.id)!, world.byId.get(end.userId)!);
  }
  world.ended = [];
}

function writeBet(world: World, { contest, at }: EndedContest, end: Settlement['bets'][number], play: PlayEnd, person: Person): void {
  const bet = contest.bets.get(end.userId)!;
  const stake = stakeOf(bet);
  const pays = contest.market === '1x2' ? fixedPayout(bet.legs) : 0;
  const ends = [end.state, end.payout, end.refund, end.hit, play.points, play.reason, play.netWon];
  world.rows.add('bets', bet.id, bet.userId, contest.id, bet.pick, stake, pays, ...ends, iso(bet.placedAt.getTime()), iso(at));
  for (const leg of bet.legs) {
    const refundedAt = end.state === 'refunded' ? iso(at) : null;
    world.rows.add('bet_legs', leg.id, bet.id, bet.userId, leg.stake, leg.oddsHundredths, iso(leg.placedAt.getTime()), refundedAt);
  }
  if (end.state === 'refunded') return;
  person.bets += 1;
  person.events.push({
    at,
    place: 1,
    event: { kind: 'bet', atRisk: play.points, net: end.payout + end.refund - stake, netWon: play.netWon },
  });
  const stats = world.stats.get(person.id) ?? { played: 0, hits: 0, netWon: 0 };
  if (isPlay(play.points)) {
    stats.played += 1;
    stats.hits += end.hit ? 1 : 0;
  }
  stats.netWon += play.netWon;
  world.stats.set(person.id, stats);
}

function writeContest({ rows }: World, { contest, settlement, lastTransfer, at }: EndedContest): void {
  const { id, market, match, staked, bets } = contest;
  const [home, away] = match.teams;
  const kickoff = iso(match.kickoffAt);
  const sum = (amount: 'payout' | 'refund') => settlement.bets.reduce((total, end) => total + end[amount], 0);
  const pays = OUTCOMES.map((pick) =>
    market === 'wdl' ? 0 : [...bets.values()].filter((bet) => bet.pick === pick).reduce((total, bet) => total + fixedPayout(bet.legs), 0),
  );
  rows.add(
    'contests',
    ...[id, match.id, market, true, home, away, 'settled', iso(at), kickoff, kickoff, iso(match.kickoffAt - DAY_MS)],
    ...[staked.home, staked.draw, staked.away, ...pays, bets.size, 'settle', settlement.winner, ...match.score],
    ...[iso(at), sum('payout'), sum('refund'), settlement.fee, lastTransfer],
  );
}
