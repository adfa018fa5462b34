import { HONEST_KINDS } from './honest.ts';
import { givenTo, leftToPlay, redeemable } from './payouts.ts';
import type { Person } from './people.ts';
import type { PlayedWorld } from './play.ts';
import { RING_KINDS } from './rings/kinds.ts';

const MONTH_DAYS = 30;
const POINTS_A_USDT = 1_000;

/** Results of the accounts of a kind. */
export interface KindFigures {
  accounts: number;
  /** Accounts that requested a payout, and those of them whose first request was flagged. */
  asked: number;
  flagged: number;
  /** Points paid without a flag, by first requests and later ones. */
  paid: number;
  /** Points that were paid, requested, or redeemable at the end: what a site without flags would have paid. */
  yielded: number;
}

/** The cost of play-through for honest users who were given 100 points or more. */
export interface PlayedFigures {
  users: number;
  /** Sorted numbers of bets after which users' given points had all been played. */
  bets: number[];
  /** Points given, and those of them not played by the end. */
  given: number;
  left: number;
}

export interface Figures {
  kinds: Map<string, KindFigures>;
  played: PlayedFigures;
}

const NONE: KindFigures = { accounts: 0, asked: 0, flagged: 0, paid: 0, yielded: 0 };

/** Counts what happened in played worlds. */
export function figuresOf(worlds: readonly PlayedWorld[]): Figures {
  const kinds = new Map<string, KindFigures>([...HONEST_KINDS, ...RING_KINDS].map((kind) => [kind, { ...NONE }]));
  const played: PlayedFigures = { users: 0, bets: [], given: 0, left: 0 };
  for (const { world, deps, order, honest, rings } of worlds) {
    for (const person of [...honest, ...rings]) {
      if (!person.hasJoined) continue;
      const figures = kinds.get(person.kind)!;
      const [first] = person.requests;
      figures.accounts += 1;
      figures.asked += first ? 1 : 0;
      figures.flagged += first?.isFlagged ? 1 : 0;
      figures.paid += sumOf(person, ({ isFlagged }) => !isFlagged);
      const left = person.asks ? redeemable(world, deps, { ...person, requests: [] }, order.playThrough, deps.now()) : 0;
      figures.yielded += sumOf(person, () => true) + left;
    }
    for (const person of honest) {
      const given = givenTo(person);
      if (given < 100) continue;
      played.users += 1;
      played.given += given;
      played.left += leftToPlay(person);
      if (person.betsUntilPlayed !== null) played.bets.push(person.betsUntilPlayed);
    }
  }
  played.bets.sort((a, b) => a - b);
  return { kinds, played };
}

const sumOf = (person: Person, counts: (request: Person['requests'][number]) => boolean): number =>
  person.requests.filter(counts).reduce((sum, { points }) => sum + points, 0);

/** Returns the sum over the named kinds. */
export function totalOf({ kinds }: Figures, names: readonly string[]): KindFigures {
  const total = { ...NONE };
  for (const name of names) {
    const figures = kinds.get(name)!;
    for (const key of Object.keys(total) as (keyof KindFigures)[]) total[key] += figures[key];
  }
  return total;
}

/** Returns the share of requesting accounts whose first request was flagged, from 0 to 1; null if there are none. */
export const flaggedShare = ({ asked, flagged }: KindFigures): number | null => (asked === 0 ? null : flagged / asked);

/** Returns what 1,000 accounts of a kind are paid per month, in USDT. */
export const usdtAMonth = ({ accounts }: KindFigures, points: number, days: number): number =>
  accounts === 0 ? 0 : ((points / accounts) * 1_000 * MONTH_DAYS) / days / POINTS_A_USDT;

/** Returns what a ring of 1,000 accounts is paid per month without a flag, in USDT, over all kinds. */
export function unflaggedUsdt(figures: Figures, days: number): number {
  const rings = totalOf(figures, RING_KINDS);
  return usdtAMonth(rings, rings.paid, days);
}

/** Returns the results of rings and honest users by settings, as a table for docs/economy.md. */
export function summaryOf(bySettings: Readonly<Record<string, Figures>>, days: number): string {
  const share = (figures: Figures, kinds: readonly string[]) => {
    const total = totalOf(figures, kinds);
    return `${percent(flaggedShare(total) ?? 0)} of ${total.asked}`;
  };
  const rows = Object.entries(bySettings).map(([settings, figures]) => {
    const rings = totalOf(figures, RING_KINDS);
    const all = usdtAMonth(rings, rings.yielded, days).toFixed(1);
    const cells = [settings, share(figures, RING_KINDS), share(figures, HONEST_KINDS), all, unflaggedUsdt(figures, days).toFixed(1)];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| settings | ring accounts flagged before their first payout | honest first requests flagged | USDT a month for 1,000 ring accounts, if nothing were flagged | without a flag |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** Returns a Markdown table, which docs/economy.md includes unchanged. */
export function tableOf(figures: Figures, names: readonly string[], days: number): string {
  const rows = [...names, 'all'].map((name) => {
    const kind = name === 'all' ? totalOf(figures, names) : figures.kinds.get(name)!;
    const share = flaggedShare(kind);
    const perMonth = (points: number) => usdtAMonth(kind, points, days).toFixed(1);
    const counts = [kind.accounts, kind.asked, kind.flagged, share === null ? '-' : percent(share), kind.accounts - kind.asked];
    return `| ${[name, ...counts, perMonth(kind.yielded), perMonth(kind.paid)].join(' | ')} |`;
  });
  return [
    '| kind | accounts | asked | flagged at the first request | share | never asked | USDT a month for 1,000 accounts, if nothing were flagged | without a flag |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

export const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
