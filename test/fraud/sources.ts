import { checkInReward } from '#domain/ledger/rewards.ts';
import { QUOTE_RULES } from '#domain/settlement/fixed-odds.ts';
import type { Limits } from '#server/config.ts';

/** Returns a table for docs/economy.md of the points available without winning, by the rules. */
export function sourcesTable({ inviter_reward, invitee_reward, invites_per_month, redeem_min }: Limits): string {
  const month = checkInSum(30);
  const rows = [
    ['check-in, every day of a month', month, usdt(month)],
    ['check-in, every second day (the streak begins anew)', 15 * checkInReward(1), usdt(15 * checkInReward(1))],
    [`inviting, ${invites_per_month} a month at most`, `${inviter_reward} each`, `${usdt(invites_per_month * inviter_reward)} at most`],
    ['being invited, once', invitee_reward, usdt(invitee_reward)],
    ['1,000 accounts that check in every day', 1_000 * month, usdt(1_000 * month)],
    [
      '1,000 accounts that were all invited, once',
      1_000 * (inviter_reward + invitee_reward),
      usdt(1_000 * (inviter_reward + invitee_reward)),
    ],
  ];
  const days = daysUntil(redeem_min);
  const cost = 1 - 1 / (1 + QUOTE_RULES.marginPercent / 100);
  return [
    '| source | points | USDT |',
    '|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
    `By check-ins alone the smallest payout (${redeem_min} points) takes ${days} days without a gap.`,
    `Playing given points once costs ${(100 * cost).toFixed(1)}% of them at fixed odds on average, and nothing in pools: there others lose what one wins.`,
  ].join('\n');
}

/** Returns the points of this many days of check-in without a gap. */
export const checkInSum = (days: number): number =>
  Array.from({ length: days }, (_, n) => checkInReward(n + 1)).reduce((sum, points) => sum + points, 0);

/** Returns the days of check-in without a gap that give this many points. */
export function daysUntil(points: number): number {
  let days = 0;
  for (let sum = 0; sum < points; sum += checkInReward(days)) days += 1;
  return days;
}

const usdt = (points: number): string => (points / 1_000).toFixed(2);
