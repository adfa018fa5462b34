import { sql } from 'kysely';
import { statusesOf } from '#domain/matches/match-status.ts';
import { type Probabilities, pointsMoved } from '#domain/notifications/webhook-event.ts';
import type { Deps } from '#server/deps.ts';
import { outcomesNow } from '#server/modules/forecasting/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { transact } from '#server/platform/transact.ts';
import { findMatchData } from './match-data.ts';
import { COVERS, findListeners, isAnybodyListening, LISTENS, type NewEvent, storeEvents } from './store-events.ts';

/**
 * Compares the forecasts of coming matches, and the probabilities of football matches in play, with what was last known, and stores an event
 * for each webhook whose threshold was passed since it was last told. Events and what was told are stored in one transaction for each match.
 */
export async function watchForecasts(deps: Deps, mayGoOn = () => true): Promise<void> {
  if (!(await isAnybodyListening(deps.db, ['forecast.moved']))) {
    await deps.db.deleteFrom('webhook_forecasts').execute();
    return;
  }
  await keepNewForecasts(deps.db, deps.now());
  for (const moved of await findChangedForecasts(deps.db)) if (mayGoOn()) await tellMove(deps, moved, false);
  for (const matchId of await findPlaying(deps.db)) {
    if (!mayGoOn()) return;
    const now = await playingNow(deps, matchId);
    if (now !== null) await tellMove(deps, { matchId, now }, true);
  }
}

interface Move {
  matchId: number;
  now: Probabilities;
}

async function tellMove(deps: Deps, { matchId, now }: Move, isInPlay: boolean): Promise<void> {
  const at = deps.now();
  await transact(deps, async (db) => {
    const known = await lockKnown(db, matchId);
    const last = known.find(({ webhook_id }) => webhook_id === null);
    if (last === undefined) return save(db, [{ matchId, webhookId: null, now }], at);
    if (isSame(last, now)) return;
    const listeners = await findListeners(db, matchId, ['forecast.moved']);
    const [match] = listeners.length === 0 ? [] : [...(await findMatchData(db, [matchId])).values()];
    const events = new Map<string, NewEvent & { webhookIds: string[] }>();
    const saved: Saved[] = [{ matchId, webhookId: null, now }];
    for (const { id, forecast_points } of listeners) {
      // A webhook that was not told yet compares with what was known before this change.
      const told = known.find(({ webhook_id }) => webhook_id === id);
      const before = probabilities(told ?? last);
      const points = pointsMoved(before, now);
      const isTold = points >= forecast_points;
      if (isTold || told === undefined) saved.push({ matchId, webhookId: id, now: isTold ? now : before });
      if (!isTold) continue;
      const key = JSON.stringify(before);
      const event = events.get(key) ?? {
        ...{ type: 'forecast.moved' as const, matchId, userId: null, webhookIds: [] },
        data: { match, is_in_play: isInPlay, before: shown(before), after: shown(now), points },
      };
      event.webhookIds.push(id);
      events.set(key, event);
    }
    await storeEvents(deps, db, [...events.values()]);
    await save(db, saved, at);
  });
}

/** The database keeps single precision. */
const isSame = (a: Probabilities, b: Probabilities): boolean =>
  (['home', 'draw', 'away'] as const).every((pick) => Math.fround(a[pick]) === Math.fround(b[pick]));

const probabilities = ({ home, draw, away }: Probabilities): Probabilities => ({ home, draw, away });
const shown = ({ home, draw, away }: Probabilities): Probabilities => ({ home: rounded(home), draw: rounded(draw), away: rounded(away) });
const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;

/** A match with an impossible clock has no probabilities, without affecting other matches. */
async function playingNow(deps: Deps, matchId: number): Promise<Probabilities | null> {
  try {
    return await outcomesNow(deps, matchId);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    deps.log.warn({ err: error, match: matchId }, 'could not compute win probabilities for webhooks');
    return null;
  }
}

/** Stores the forecasts of matches that had none: later ones are compared with these. */
async function keepNewForecasts(db: Db, at: Date): Promise<void> {
  await sql`
    insert into webhook_forecasts (match_id, home, draw, away, changed_at)
    select f.match_id, (f.content -> 'outcomes' ->> 'home')::real, (f.content -> 'outcomes' ->> 'draw')::real,
      (f.content -> 'outcomes' ->> 'away')::real, ${at}
    from forecasts f
    where f.frozen_at is null and not exists (select from webhook_forecasts k where k.match_id = f.match_id and k.webhook_id is null)
    on conflict do nothing`.execute(db);
}

/** Returns the forecasts of coming matches that differ from the last known ones. */
async function findChangedForecasts(db: Db): Promise<Move[]> {
  const { rows } = await sql<Move>`
    select f.match_id as "matchId", f.content -> 'outcomes' as now
    from forecasts f join webhook_forecasts k on k.match_id = f.match_id and k.webhook_id is null
    where f.frozen_at is null
      and (k.home, k.draw, k.away) is distinct from ((f.content -> 'outcomes' ->> 'home')::real, (f.content -> 'outcomes' ->> 'draw')::real,
        (f.content -> 'outcomes' ->> 'away')::real)
    order by f.match_id`.execute(db);
  return rows;
}

/** Returns the football matches in play that a webhook wants to know of. */
async function findPlaying(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from matches m join leagues l on l.id = m.league_id
    where m.status in (${sql.join(statusesOf('live').map((status) => sql.lit(status)))}) and l.sport = 'football'
      and exists (select from webhooks w join users u on u.id = w.user_id
        where ${LISTENS} and w.events && '{forecast.moved}' and ${COVERS})
    order by m.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns what is known of a match, and locks it until the transaction ends. */
const lockKnown = (db: Db, matchId: number) =>
  db.selectFrom('webhook_forecasts').selectAll().where('match_id', '=', matchId).forUpdate().execute();

interface Saved extends Move {
  /** Null for the last known. */
  webhookId: string | null;
}

async function save(db: Db, all: readonly Saved[], at: Date): Promise<void> {
  await db
    .insertInto('webhook_forecasts')
    .values(all.map(({ matchId, webhookId, now }) => ({ match_id: matchId, webhook_id: webhookId, ...probabilities(now), changed_at: at })))
    .onConflict((oc) =>
      oc.columns(['match_id', 'webhook_id']).doUpdateSet((eb) => ({
        ...{ home: eb.ref('excluded.home'), draw: eb.ref('excluded.draw'), away: eb.ref('excluded.away') },
        changed_at: at,
      })),
    )
    .execute();
}
