import type { ReplyOf } from '#contract/endpoint.ts';
import type { getMatchOdds } from '#contract/matches.ts';
import { type MatchStatus, matchGroup } from '#domain/matches/match-status.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { deleteMovementsOfMatchesBefore, deleteSnapshotsOfMatchesBefore, findBookmakers, findMovements } from './detail-queries.ts';
import { closingOdds, isOutdated, type Price, thinned } from './market-view.ts';
import { matchTopic } from './match-view.ts';
import { findStates } from './queries.ts';

/** Maximum number of prices since opening in a row. */
const POINTS_MAX = 40;
/** Retention of price movements: older matches are looked up for their results, not for their price movements. */
const RETENTION_MS = 400 * 86_400_000;

/** Returns every bookmaker's prices for a match (present ones, or closing ones once it is over), and their movements. */
export const odds = (deps: Deps, { id }: { id: number }): ReplyPlan<ReplyOf<typeof getMatchOdds>> => ({
  key: String(id),
  topics: [matchTopic(id)],
  make: async () => {
    const [[match], held, movements] = await Promise.all([
      findStates(deps.db, [id]),
      findBookmakers(deps.db, id),
      findMovements(deps.db, id),
    ]);
    if (match === undefined) throw new AppError('not_found');
    const isOver = matchGroup(match.status as MatchStatus) === 'finished';
    return { items: (isOver ? closingOdds(held) : held).map((row) => bookmaker(row, movements.get(row.bookmaker) ?? [], isOver)) };
  },
});

type Bookmaker = ReplyOf<typeof getMatchOdds>['items'][number];
type Row = Awaited<ReturnType<typeof findBookmakers>>[number];

function bookmaker(row: Row, told: readonly Price[], isOver: boolean): Bookmaker {
  const last = told.at(-1);
  // Prices in play are not stored as movements, so the present price is newer than all of them.
  const isLast = last !== undefined && last.home === row.home && last.draw === row.draw && last.away === row.away;
  const changedAt = isOver && isLast ? last.at : row.changed_at;
  const movement = isLast ? told : [...told, { at: changedAt, home: row.home, draw: row.draw, away: row.away }];
  return {
    bookmaker: row.bookmaker,
    market: '1x2',
    ...decimal(row),
    opening: decimal({ home: row.opening_home, draw: row.opening_draw, away: row.opening_away }),
    suspended: row.suspended || isOutdated(row),
    changed_at: changedAt.toISOString(),
    confirmed_at: row.confirmed_at.toISOString(),
    movement: thinned(movement, POINTS_MAX).map((price) => ({ at: price.at.toISOString(), ...decimal(price) })),
  };
}

const decimal = ({ home, draw, away }: Omit<Price, 'at'>) => ({
  home: home / 100,
  draw: draw === null ? null : draw / 100,
  away: away / 100,
});

/** Deletes snapshots of statistics of matches older than the retention time of price movements. Returns the number of deleted rows. */
export const purgeStatisticSnapshots = ({ db, now }: Deps): Promise<number> =>
  deleteSnapshotsOfMatchesBefore(db, new Date(now().getTime() - RETENTION_MS));

/** Deletes price movements of matches older than the retention time. Returns the number of deleted prices. */
export const purgeOddsMovements = ({ db, now }: Deps): Promise<number> =>
  deleteMovementsOfMatchesBefore(db, new Date(now().getTime() - RETENTION_MS));
