import { opinion, STAKES } from '#demo/crowd.ts';
import { afterRefusal } from '#demo/demo-users.ts';
import { type ChatMood, lineFor } from '#demo/lines.ts';
import { type Script, stateAt } from '#demo/script.ts';
import { integer, normal, pickOne, type Random, randomFrom } from '#demo/seeded-random.ts';
import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import { consensus } from '#domain/matches/odds.ts';
import { type Pick, picksOf } from '#domain/matches/sport.ts';
import type { Deps } from '#server/deps.ts';
import { placeBet, quotesOf } from '#server/modules/betting/public.ts';
import { createSendChat } from '#server/modules/chat/public.ts';
import { putForecast } from '#server/modules/forecasting/public.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { AppError } from '#server/platform/http/app-error.ts';

/** What the crowd does about a match, drawn from the seed. */
export interface PastInterest {
  /** Users, by index, who stake in the pool, at fixed odds, and who say how likely each outcome is. */
  pool: number[];
  fixedOdds: number[];
  forecasters: number[];
  /** Lines in the match's rooms, with the author. */
  lines: { mood: ChatMood; locale: Locale; user: number }[];
  random: Random;
}

const POOLS = 0.16;
const FIXED = 0.2;
const FORECAST = 0.25;
const TALKED = 0.25;

/** Draws who of `users` is interested in a match. `isRecent`: rooms are read for some days only, so earlier ones stay empty. */
export function interestIn(seed: string, matchId: string, users: number, isRecent: boolean): PastInterest {
  const random = randomFrom(`${seed} ${matchId} crowd of the past`);
  const some = (least: number, most: number) => [
    ...new Set(Array.from({ length: integer(random, least, most) }, () => integer(random, 0, users - 1))),
  ];
  return {
    pool: random() < POOLS ? some(5, 9) : [],
    fixedOdds: random() < FIXED ? some(1, 2) : [],
    forecasters: random() < FORECAST ? some(2, 4) : [],
    lines:
      isRecent && random() < TALKED
        ? (['before', 'begun', 'middle'] as const).map((mood) => ({
            mood,
            locale: pickOne(random, LOCALES),
            user: integer(random, 0, users - 1),
          }))
        : [],
    random,
  };
}

export const hasStakes = ({ pool, fixedOdds }: PastInterest): boolean => pool.length + fixedOdds.length > 0;

/** The bookmakers' probabilities at a moment, as users see them; null without prices. */
function marketOf(script: Script, at: Date): Record<Pick, number> | null {
  const prices = stateAt(script, at.getTime()).odds.map(({ home, draw, away }) => (draw === null ? [home, away] : [home, draw, away]));
  const market = prices.length === 0 ? null : consensus(prices);
  return market === null ? null : { home: market[0]!, draw: market.length === 3 ? market[1]! : 0, away: market.at(-1)! };
}

export interface KnownMatch {
  id: number;
  script: Script;
  interest: PastInterest;
}

/** Places the crowd's bets on a match through the service that all use. */
export async function bet(deps: Deps, userIds: readonly string[], { id, script, interest }: KnownMatch): Promise<void> {
  const { pool, fixedOdds, random } = interest;
  const market = marketOf(script, deps.now());
  if (market === null) return;
  const orders = pool.map((user) => ({
    userId: userIds[user]!,
    market: 'wdl' as const,
    pick: opinion(random, market),
    stake: pickOne(random, STAKES),
  }));
  await Promise.all(orders.map(({ userId, ...order }) => place(deps, userId, { match_id: id, ...order })));
  const quote = fixedOdds.length === 0 ? undefined : (await quotesOf(deps.db, deps, [id])).get(id);
  for (const user of fixedOdds) {
    const pick = opinion(random, market);
    const price = quote && quote.state !== 'suspended' ? quote.prices.find((one) => one.pick === pick) : undefined;
    const stake = pickOne(random, STAKES);
    if (price) await place(deps, userIds[user]!, { match_id: id, market: '1x2', pick, stake, odds: price.oddsHundredths / 100 });
  }
}

const place = (deps: Deps, userId: string, request: Parameters<typeof placeBet>[2]): Promise<unknown> =>
  placeBet(deps, userId, request, null).catch((error) => afterRefusal(deps, userId, error));

/** Lets users say how likely the outcomes are: some know the market, others less, and a few know better. */
export async function say(deps: Deps, userIds: readonly string[], { id, script, interest }: KnownMatch): Promise<void> {
  const market = marketOf(script, deps.now());
  if (market === null) return;
  const picks = picksOf(script.fixture.league.format?.race === false || script.fixture.league.drawPossible);
  for (const user of interest.forecasters) {
    const spread = 0.1 + (user % 7) * 0.08;
    const weights = picks.map((pick) => market[pick] * Math.exp(normal(interest.random) * spread));
    const percents = wholePercents(weights);
    const said = Object.fromEntries(picks.map((pick, index) => [pick, percents[index]!]));
    await ignoringRefusals(putForecast(deps, userIds[user]!, { match_id: id, home: 0, draw: 0, away: 0, ...said }));
  }
}

function wholePercents(weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const rounded = weights.map((weight) => Math.round((100 * weight) / sum));
  const most = rounded.indexOf(Math.max(...rounded));
  rounded[most]! += 100 - rounded.reduce((total, percent) => total + percent, 0);
  return rounded;
}

/** Writes the lines of a mood in the match's rooms. */
export async function talk(
  deps: Deps,
  userIds: readonly string[],
  { id, interest }: Omit<KnownMatch, 'script'>,
  mood: ChatMood,
): Promise<void> {
  const lines = interest.lines.filter((line) => line.mood === mood);
  if (lines.length === 0) return;
  const send = createSendChat(deps);
  for (const { locale, user } of lines) {
    await ignoringRefusals(
      send(userIds[user]!, { room: { matchId: id, locale }, cid: newId(deps), text: lineFor(interest.random, locale, mood) }),
    );
  }
}

/** A room may be closed and a match begun: people are late at times. */
async function ignoringRefusals(act: Promise<unknown>): Promise<void> {
  await act.catch((error) => {
    if (!(error instanceof AppError)) throw error;
  });
}
