import { matchGroup } from '#domain/matches/match-status.ts';
import { SIDES, type Side } from '#domain/matches/sport.ts';
import { importAbsences, importRatings } from './absences-and-ratings.ts';
import { type Batch, type ChangeKind, noteChange, refusalOf } from './batch.ts';
import {
  deleteOdds,
  eventRows,
  findOdds,
  insertMovements,
  insertSnapshots,
  outdateOdds,
  replaceEvents,
  type SnapshotRow,
  writeLineups,
  writeOdds,
  writeShots,
  writeStatistics,
} from './detail-queries.ts';
import type {
  AbsencesUpdate,
  EventsUpdate,
  FeedUpdate,
  LineupsUpdate,
  OddsUpdate,
  RatingsUpdate,
  ShotsUpdate,
  StatisticsUpdate,
} from './feed.ts';
import type { MatchRow } from './match-row.ts';
import type { Matches } from './matches.ts';
import { applyOdds } from './odds-book.ts';
import { noteNames } from './player-rows.ts';
import { type Verdict, validateEvents, validateLineups, validateOdds, validateStatistics } from './validate.ts';
import { validateAbsences, validateRatings } from './validate-people.ts';
import { validateShots } from './validate-shots.ts';

type DetailUpdate = AbsencesUpdate | RatingsUpdate | EventsUpdate | LineupsUpdate | StatisticsUpdate | ShotsUpdate | OddsUpdate;

/** Imports events, lineups, statistics and odds of known matches. */
export async function importDetails(batch: Batch, updates: FeedUpdate[], matches: Matches): Promise<void> {
  const { db } = batch;
  const take = <T extends DetailUpdate>(kind: T['kind'], judge: (update: T) => Verdict) =>
    takeKnown(batch, matches, updates.filter((update) => update.kind === kind) as T[], judge);

  const events = lastOfEach(take<EventsUpdate>('events', validateEvents));
  const rows = events.flatMap(({ matchId, update }) => eventRows(matchId, update.events));
  const ids = events.map(({ matchId }) => matchId);
  const { changed, sentOff } = await replaceEvents(db, ids, rows);
  note(batch, matches, 'events', changed);
  for (const { match_id, side, player, other } of rows)
    if (changed.has(match_id)) noteNames(batch.names, matches.rows.get(match_id)!, side as Side, [player, other], true);

  const lineups = lastOfEach(take<LineupsUpdate>('lineups', validateLineups)).flatMap(({ matchId, update }) =>
    SIDES.map((side) => ({ match_id: matchId, side, lineup: update[side] })),
  );
  const changedLineups = await writeLineups(db, lineups);
  note(batch, matches, 'lineups', changedLineups);
  for (const { match_id, side, lineup } of lineups) {
    const told = lineup.players.map(({ name }) => name);
    if (changedLineups.has(match_id)) noteNames(batch.names, matches.rows.get(match_id)!, side, told, false);
  }

  const absences = lastOfEach(take<AbsencesUpdate>('absences', validateAbsences));
  note(batch, matches, 'absences', await importAbsences(batch, matches.rows, absences));
  const ratings = lastOfEach(take<RatingsUpdate>('ratings', validateRatings));
  note(batch, matches, 'ratings', await importRatings(batch, matches.rows, ratings));

  const counted = lastOfEach(take<StatisticsUpdate>('statistics', validateStatistics));
  const statistics = counted.flatMap(({ matchId, update }) => [
    { match_id: matchId, side: 'home', numbers: update.home },
    { match_id: matchId, side: 'away', numbers: update.away },
  ]);
  const changedStatistics = await writeStatistics(db, statistics);
  note(batch, matches, 'statistics', changedStatistics);
  await insertSnapshots(
    db,
    counted.flatMap(({ matchId, update }) => (changedStatistics.has(matchId) ? snapshotOf(matches.rows.get(matchId)!, update, batch) : [])),
  );

  const shots = lastOfEach(take<ShotsUpdate>('shots', validateShots));
  const shotRows = shots.map(({ matchId, update }) => ({ match_id: matchId, feed: batch.feed, shots: update.shots }));
  const changedShots = await writeShots(db, shotRows);
  note(batch, matches, 'shots', changedShots);
  for (const { matchId, update } of shots)
    if (changedShots.has(matchId))
      for (const { side, player } of update.shots) noteNames(batch.names, matches.rows.get(matchId)!, side, [player], true);

  const incidents = new Map([...[...sentOff].map((id): [number, Date] => [id, batch.now]), ...matches.incidents]);
  note(batch, matches, 'odds', await outdateOdds(db, incidents, batch.minuteMs));
  const odds = take<OddsUpdate>('odds', validateOdds);
  const held = await findOdds(db, [...new Set(odds.map(({ matchId }) => matchId))]);
  const writes = applyOdds(held, odds, matches.rows, { at: batch.now, cadenceSeconds: batch.oddsCadenceSeconds, minuteMs: batch.minuteMs });
  await writeOdds(db, writes.written);
  await deleteOdds(db, writes.deleted);
  await insertMovements(db, writes.movements);
  note(batch, matches, 'odds', writes.changed);
}

/** Returns the numbers of a match in play, with its minute; nothing before and after it. */
function snapshotOf({ id, status, minute, stoppage }: MatchRow, { home, away }: StatisticsUpdate, { feed, now }: Batch): SnapshotRow[] {
  if (matchGroup(status) !== 'live') return [];
  return [{ match_id: id, seen_at: now, minute, stoppage, home, away, feed }];
}

interface Known<T> {
  matchId: number;
  update: T;
}

function takeKnown<T extends DetailUpdate>(
  batch: Batch,
  { ids, rows, doubted }: Matches,
  updates: T[],
  judge: (update: T) => Verdict,
): Known<T>[] {
  const taken: Known<T>[] = [];
  for (const update of updates) {
    const matchId = ids.get(update.matchId);
    const verdict = matchId === undefined || !rows.has(matchId) ? 'unknown_match' : (doubted.get(matchId) ?? judge(update));
    if (verdict !== null || matchId === undefined) batch.refusals.push(refusalOf(update, verdict ?? 'unknown_match'));
    else taken.push({ matchId, update });
  }
  return taken;
}

/** Keeps only the last update of each match: these updates are complete, so the last one replaces the others. */
const lastOfEach = <T>(updates: Known<T>[]): Known<T>[] => [...new Map(updates.map((one) => [one.matchId, one])).values()];

function note(batch: Batch, { rows }: Matches, kind: ChangeKind, changed: Iterable<number>): void {
  for (const id of changed) {
    const row = rows.get(id)!;
    noteChange(batch, id, [kind], batch.changes.get(id)?.before ?? row, row);
  }
}
