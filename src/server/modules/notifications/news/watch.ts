import { sql } from 'kysely';
import { chancesTold, type MatchNews, type MatchSeen, newsBetween } from '#domain/matches/match-news.ts';
import { isStarted, matchGroup, statusesOf } from '#domain/matches/match-status.ts';
import type { Score } from '#domain/matches/score.ts';
import type { Side } from '#domain/matches/sport.ts';
import { NEWS_FRESH_MINUTES } from '#domain/notifications/notification.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { outcomesNow } from '#server/modules/forecasting/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { transact } from '#server/platform/transact.ts';
import type { MatchFacts } from './wording.ts';

/** Line-ups are announced about an hour before kick-off; a late match is watched for as long. */
const AHEAD_MS = 90 * MINUTE_MS;
const BEHIND_MS = 6 * 60 * MINUTE_MS;

/**
 * Compares all matches in play or about to begin with their state at the last run, and stores the differences as news. One process runs it
 * at a time; a crash rolls its run back. After a long gap differences are not news, because it is unknown when they happened.
 */
export async function watchMatches(deps: Deps): Promise<void> {
  const at = deps.now();
  await transact(deps, async (db) => {
    const mark = await takeMark(db);
    // Another process holds the mark, or there is none yet.
    if (!mark) return beginMark(db, at);
    const isBlind = at.getTime() - mark.looked_at.getTime() > NEWS_FRESH_MINUTES * MINUTE_MS;
    for (const match of await findWatched(db, new Date(at.getTime() - BEHIND_MS), new Date(at.getTime() + AHEAD_MS)))
      await look({ ...deps, db }, match, isBlind, at);
    await setMark(db, at);
  });
}

async function look(deps: Deps, match: WatchedMatch, isBlind: boolean, at: Date): Promise<void> {
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
    await insertMatchNews(db, match.id, told, at);
  }
  if (isOver) await endWatch(db, match.id);
  else await saveState(db, match.id, { ...after, minute: match.minute }, at);
}

const seenNow = ({ sport, status, minute, home_score, away_score, red_home, red_away, has_lineups }: WatchedMatch): StoredState => ({
  ...{ sport, status, minute, reds: [red_home, red_away], hasLineups: has_lineups, chances: null, toldChances: null },
  score: home_score === null || away_score === null ? null : [home_score, away_score],
});

/** Ignores win probabilities, which change every minute even if nothing else does. */
const isSame = (a: StoredState, b: StoredState): boolean => told(a) === told(b);
const told = ({ status, minute, score, reds, hasLineups }: StoredState) => JSON.stringify([status, minute, score, reds, hasLineups]);

/** Returns a match's win probabilities. A match with an impossible clock gets none, without affecting other matches. */
async function chancesOf(deps: Deps, matchId: number): Promise<MatchSeen['chances']> {
  try {
    const outcomes = await outcomesNow(deps, matchId);
    return outcomes && [outcomes.home, outcomes.draw, outcomes.away];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    deps.log.warn({ err: error, match: matchId }, 'could not compute win probabilities for a notification');
    return null;
  }
}

/** Adds what the wording needs to news: the scorer and the minute, if known. */
async function withFacts(db: Db, match: WatchedMatch, news: readonly MatchNews[]): Promise<NewMatchNews[]> {
  const events = news.some(({ side }) => side !== null) ? await findScoring(db, match.id) : [];
  return news.map(({ kind, side, isTakenBack, chance, swing }) => {
    const event = side === null || isTakenBack ? null : eventOf(events, kind, side, match);
    const facts: MatchFacts = {
      ...{ side, isTakenBack, chance, status: match.status, penalty: match.penalty, score: seenNow(match).score },
      ...{ minute: event?.minute ?? match.minute, stoppage: event ? event.stoppage : match.stoppage, player: event?.player ?? null },
    };
    return { kind, swing, facts };
  });
}

/**
 * Returns the last goal or card of a side; null while the feed lists fewer than the score has. The scorer of an own goal is left out,
 * because the goal counts for the other side.
 */
function eventOf(events: readonly ScoringEvent[], kind: MatchNews['kind'], side: Side, match: WatchedMatch) {
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

/** The stored state of a match at a run. */
type StoredState = MatchSeen & { minute: number | null };

interface WatchedMatch {
  id: number;
  sport: MatchSeen['sport'];
  status: MatchSeen['status'];
  minute: number | null;
  stoppage: number | null;
  home_score: number | null;
  away_score: number | null;
  penalty: Score | null;
  red_home: number;
  red_away: number;
  has_lineups: boolean;
  /** The state at the previous run; null at the first. */
  seen: StoredState | null;
}

/** Returns when matches were last compared, and locks the mark until the transaction ends; undefined if another process holds it. */
const takeMark = (db: Db) => db.selectFrom('news_mark').select('looked_at').forUpdate().skipLocked().executeTakeFirst();

/** Inserts the mark on the very first run. */
async function beginMark(db: Db, at: Date): Promise<void> {
  await db
    .insertInto('news_mark')
    .values({ looked_at: at })
    .onConflict((oc) => oc.column('singleton').doNothing())
    .execute();
}

async function setMark(db: Db, at: Date): Promise<void> {
  await db.updateTable('news_mark').set({ looked_at: at }).execute();
}

/**
 * Returns matches in play, those that are not over and begin between two moments, and those that were watched until now. A match that
 * ended after its last run is still watched; of all others that are over nothing can be news.
 */
async function findWatched(db: Db, from: Date, to: Date): Promise<WatchedMatch[]> {
  const reds = (side: 'home' | 'away') => sql`
    (select count(*)::integer from match_events e where e.match_id = m.id and e.side = ${sql.lit(side)} and e.type in ('red', 'second_yellow'))`;
  const { rows } = await sql<WatchedMatch>`
    select m.id, l.sport, m.status, m.minute, m.stoppage, m.home_score, m.away_score, m.penalty, w.seen,
      ${reds('home')} as red_home, ${reds('away')} as red_away,
      (select count(*) from lineups u where u.match_id = m.id and jsonb_array_length(u.players) > 0) = 2 as has_lineups
    from (
      select id from matches where status in (${sql.join(statusesOf('live').map((status) => sql.lit(status)))})
      union select id from matches
        where kickoff_at between ${from} and ${to} and status not in (${sql.join(statusesOf('finished').map((status) => sql.lit(status)))})
      union select match_id from news_watch
    ) as near
    join matches m on m.id = near.id join leagues l on l.id = m.league_id left join news_watch w on w.match_id = m.id
    order by m.id`.execute(db);
  return rows;
}

async function saveState(db: Db, matchId: number, seen: StoredState, at: Date): Promise<void> {
  const values = { seen: JSON.stringify(seen), changed_at: at };
  await db
    .insertInto('news_watch')
    .values({ match_id: matchId, ...values })
    .onConflict((oc) => oc.column('match_id').doUpdateSet(values))
    .execute();
}

async function endWatch(db: Db, matchId: number): Promise<void> {
  await db.deleteFrom('news_watch').where('match_id', '=', matchId).execute();
}

interface ScoringEvent {
  type: string;
  side: 'home' | 'away';
  minute: number;
  stoppage: number | null;
  player: string | null;
}

/** Returns the goals and cards of a match, in order. */
async function findScoring(db: Db, matchId: number): Promise<ScoringEvent[]> {
  const { rows } = await sql<ScoringEvent>`
    select type, side, minute, stoppage, player from match_events
    where match_id = ${matchId} and period <> 'P' and type in ('goal', 'penalty', 'own_goal', 'red', 'second_yellow')
    order by position`.execute(db);
  return rows;
}

interface NewMatchNews {
  kind: string;
  facts: object;
  swing: number;
}

async function insertMatchNews(db: Db, matchId: number, news: readonly NewMatchNews[], at: Date): Promise<void> {
  if (news.length === 0) return;
  const rows = news.map(({ kind, facts, swing }) => ({
    ...{ kind, match_id: matchId, facts: JSON.stringify(facts), swing, happened_at: at, paged_at: at },
  }));
  await db.insertInto('news').values(rows).execute();
}
