import { chancesTold, type MatchNews, type MatchSeen, newsBetween } from '#domain/match-news.ts';
import { isStarted, matchGroup } from '#domain/match-status.ts';
import { NEWS_FRESH_MINUTES } from '#domain/notification.ts';
import type { Side } from '#domain/sport.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { outcomesNow } from '#server/modules/forecasting/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { transact } from '#server/platform/transact.ts';
import * as watch from './watch-queries.ts';
import type { MatchFacts } from './wording.ts';

/** Line-ups are told about an hour before kick-off; a late match is watched for as long. */
const AHEAD_MS = 90 * MINUTE_MS;
const BEHIND_MS = 6 * 60 * MINUTE_MS;

/**
 * Looks at all matches about to begin and under way, and writes down what is news since the last look. One process looks at a time; whoever
 * dies in it has looked at nothing. After a long time without a look nothing is news: when it happened is not known.
 */
export async function watchMatches(deps: Deps): Promise<void> {
  const at = deps.now();
  await transact(deps, async (db) => {
    const mark = await watch.takeMark(db);
    // Somebody else is looking, or nobody ever has.
    if (!mark) return watch.beginMark(db, at);
    const isBlind = at.getTime() - mark.looked_at.getTime() > NEWS_FRESH_MINUTES * MINUTE_MS;
    for (const match of await watch.findWatched(db, new Date(at.getTime() - BEHIND_MS), new Date(at.getTime() + AHEAD_MS)))
      await look({ ...deps, db }, match, isBlind, at);
    await watch.setMark(db, at);
  });
}

async function look(deps: Deps, match: watch.WatchedMatch, isBlind: boolean, at: Date): Promise<void> {
  const { db } = deps;
  const before = match.seen;
  const now = seenNow(match);
  const isOver = matchGroup(match.status) === 'finished';
  if (before === null ? isOver : isSame(before, now)) return;
  const chances = match.sport === 'football' && isStarted(match.status) ? await chancesOf(deps, match.id) : null;
  const after: MatchSeen = { ...now, chances, toldChances: chances };
  if (before !== null && !isBlind) {
    const news = newsBetween(before, after);
    after.toldChances = chancesTold(before, after, news);
    const told = await withFacts(db, match, news);
    await watch.insertMatchNews(db, match.id, told, at);
  }
  if (isOver) await watch.endWatch(db, match.id);
  else await watch.keepLook(db, match.id, { ...after, minute: match.minute }, at);
}

const seenNow = ({ sport, status, minute, home_score, away_score, red_home, red_away, has_lineups }: watch.WatchedMatch): watch.Kept => ({
  ...{ sport, status, minute, reds: [red_home, red_away], hasLineups: has_lineups, chances: null, toldChances: null },
  score: home_score === null || away_score === null ? null : [home_score, away_score],
});

/** Chances change with the minute even where nothing else does. */
const isSame = (a: watch.Kept, b: watch.Kept): boolean => told(a) === told(b);
const told = ({ status, minute, score, reds, hasLineups }: watch.Kept) => JSON.stringify([status, minute, score, reds, hasLineups]);

/** A clock that makes no sense costs a match its chances, and nobody else anything. */
async function chancesOf(deps: Deps, matchId: number): Promise<MatchSeen['chances']> {
  try {
    const outcomes = await outcomesNow(deps, matchId);
    return outcomes && [outcomes.home, outcomes.draw, outcomes.away];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    deps.log.warn({ err: error, match: matchId }, 'no chances for notifications');
    return null;
  }
}

/** News with what its words need: who scored, and when, where that is told already. */
async function withFacts(db: Db, match: watch.WatchedMatch, news: readonly MatchNews[]): Promise<watch.NewMatchNews[]> {
  const events = news.some(({ side }) => side !== null) ? await watch.findScoring(db, match.id) : [];
  return news.map(({ kind, side, isTakenBack, chance, swing }) => {
    const event = side === null || isTakenBack ? null : eventOf(events, kind, side, match);
    const facts: MatchFacts = {
      ...{ side, isTakenBack, chance, status: match.status, penalty: match.penalty, score: seenNow(match).score },
      ...{ minute: event?.minute ?? match.minute, stoppage: event ? event.stoppage : match.stoppage, player: event?.player ?? null },
    };
    return { kind, swing, facts };
  });
}

/** The last goal or card of a side; null while fewer are told of than there are. Whose own goal it was is not said: it is the others' goal. */
function eventOf(events: readonly watch.ScoringEvent[], kind: MatchNews['kind'], side: Side, match: watch.WatchedMatch) {
  const isGoal = kind === 'goal';
  if (!isGoal && kind !== 'red_card') return null;
  const count = isGoal ? match[`${side}_score`] : match[`red_${side}`];
  const own = events.filter(({ type, side: of }) => {
    if (type === 'own_goal') return isGoal && of !== side;
    return of === side && isGoal === (type === 'goal' || type === 'penalty');
  });
  const last = own.at(-1);
  if (last === undefined || own.length < (count ?? 0)) return null;
  return last.type === 'own_goal' ? { ...last, player: null } : last;
}
