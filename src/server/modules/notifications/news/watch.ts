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
    const mark = await takeMark(db);
    // Somebody else is looking, or nobody ever has.
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
  else await keepLook(db, match.id, { ...after, minute: match.minute }, at);
}

const seenNow = ({ sport, status, minute, home_score, away_score, red_home, red_away, has_lineups }: WatchedMatch): Kept => ({
  ...{ sport, status, minute, reds: [red_home, red_away], hasLineups: has_lineups, chances: null, toldChances: null },
  score: home_score === null || away_score === null ? null : [home_score, away_score],
});

/** Chances change with the minute even where nothing else does. */
const isSame = (a: Kept, b: Kept): boolean => told(a) === told(b);
const told = ({ status, minute, score, reds, hasLineups }: Kept) => JSON.stringify([status, minute, score, reds, hasLineups]);

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

/** The last goal or card of a side; null while fewer are told of than there are. Whose own goal it was is not said: it is the others' goal. */
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

/** What is kept of a look. */
type Kept = MatchSeen & { minute: number | null };

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
  /** As it was when it was last looked at; null at the first look. */
  seen: Kept | null;
}

/** When matches were last looked at, so that nobody else looks until the transaction ends; undefined where somebody does. */
const takeMark = (db: Db) => db.selectFrom('news_mark').select('looked_at').forUpdate().skipLocked().executeTakeFirst();

/** Begins to look, where nobody ever has. */
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

/** Matches in play, those that are to begin between two moments, and those that were watched until now. */
async function findWatched(db: Db, from: Date, to: Date): Promise<WatchedMatch[]> {
  const reds = (side: 'home' | 'away') => sql`
    (select count(*)::integer from match_events e where e.match_id = m.id and e.side = ${sql.lit(side)} and e.type in ('red', 'second_yellow'))`;
  const { rows } = await sql<WatchedMatch>`
    select m.id, l.sport, m.status, m.minute, m.stoppage, m.home_score, m.away_score, m.penalty, w.seen,
      ${reds('home')} as red_home, ${reds('away')} as red_away,
      (select count(*) from lineups u where u.match_id = m.id and jsonb_array_length(u.players) > 0) = 2 as has_lineups
    from (
      select id from matches where status in (${sql.join(statusesOf('live').map((status) => sql.lit(status)))})
      union select id from matches where kickoff_at between ${from} and ${to}
      union select match_id from news_watch
    ) as near
    join matches m on m.id = near.id join leagues l on l.id = m.league_id left join news_watch w on w.match_id = m.id
    order by m.id`.execute(db);
  return rows;
}

async function keepLook(db: Db, matchId: number, seen: Kept, at: Date): Promise<void> {
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

/** Goals and cards of a match, in order. */
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
