import { sql } from 'kysely';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { statusesOf } from '#domain/matches/match-status.ts';
import type { Limits } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** Period over which the house's loss is counted (docs/rules.md#house-prices). */
export const HOUSE_LOSS_MS = 24 * 60 * 60_000;

/** Returns whether the house has lost so much that it takes no more stakes; a house without a bankroll never takes any. */
export const isHouseClosed = (lost: number, { house_bankroll, house_loss_percent_max }: Limits): boolean =>
  house_bankroll === 0 || lost * 100 >= house_bankroll * house_loss_percent_max;

/** Returns the house's position in fixed odds: points lost in 24 hours (negative: gained), and the loss at which it closes. */
export async function houseState({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>) {
  const { limits } = config;
  const lost = await findHouseLost(db, new Date(now().getTime() - HOUSE_LOSS_MS));
  const lossMax = Math.ceil((limits.house_bankroll * limits.house_loss_percent_max) / 100);
  return { isClosed: isHouseClosed(lost, limits), lost, lossMax };
}

/** One bookmaker's prices in hundredths, in JSON form. */
export interface BookJson {
  home: number;
  draw: number | null;
  away: number;
  suspended: boolean;
  confirmed_at: string;
  cadence_seconds: number | null;
}

/** What a match's quote is calculated from. */
export interface QuoteRow {
  match_id: number;
  kickoff_at: Date;
  draw_possible: boolean;
  scores_delayed: boolean;
  /** Our forecast for these teams; null if there is none or once the match has begun. */
  forecast: Outcomes | null;
  books: BookJson[];
  /** Points that the house lost at fixed odds since the given time over all contests; negative if it gained. */
  house_lost: number;
}

const UPCOMING = statusesOf('upcoming');

/**
 * Returns what the quotes of these matches are calculated from; omits matches without a date. A bookmaker's price was confirmed when it was
 * reported, or when its feed last confirmed that nothing else changed.
 */
export async function findQuoteFacts(db: Db, matchIds: readonly number[], houseSince: Date, now: Date): Promise<QuoteRow[]> {
  const { rows } = await sql<QuoteRow>`/* quote_facts */
    select m.id as match_id, m.kickoff_at, m.draw_possible, m.scores_delayed, f.content -> 'outcomes' as forecast, coalesce(o.books, '[]') as books,
      (select house_lost(${houseSince})) as house_lost
    from unnest(${matchIds}::integer[]) as wanted (id)
    join matches m on m.id = wanted.id
    left join forecasts f on f.match_id = m.id and m.status = any(${UPCOMING}::text[]) and m.kickoff_at > ${now}
      and (f.content ->> 'home_team_id')::integer = m.home_team_id and (f.content ->> 'away_team_id')::integer = m.away_team_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('home', o.home, 'draw', o.draw, 'away', o.away, 'suspended', o.suspended,
        'confirmed_at', greatest(o.confirmed_at, told.at), 'cadence_seconds', o.cadence_seconds)) as books
      from odds o
      cross join (
        select max(c.confirmed_at) as at from feed_ids i join feed_confirmations c on c.feed = i.feed where i.kind = 'match' and i.id = m.id
      ) told
      where o.match_id = m.id and o.market = '1x2'
    ) o on true
    where m.kickoff_at is not null`.execute(db);
  return rows;
}

/** Returns those of these matches on which fixed odds take stakes at `now`. */
export async function findOpenAtFixedOdds(db: Db, matchIds: readonly number[], now: Date): Promise<number[]> {
  if (matchIds.length === 0) return [];
  const { rows } = await sql<{ match_id: number }>`/* open_at_fixed_odds */
    select c.match_id from unnest(${matchIds}::integer[]) as wanted (id)
    cross join lateral (
      select c.match_id from contests c
      where c.match_id = wanted.id and c.market = '1x2' and c.state not in ('settled', 'void') and c.state = 'open' and c.deadline_at > ${now}
      limit 1
    ) c`.execute(db);
  return rows.map(({ match_id }) => match_id);
}

/** Returns the points that the house lost at fixed odds since a time over all contests; negative if it gained. */
async function findHouseLost(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ lost: number }>`select house_lost(${since}) as lost`.execute(db);
  return rows[0]!.lost;
}
