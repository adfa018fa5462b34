import type { Transaction } from 'kysely';
import type { changeFixture, createFixture, listFixtures, ManualFixture } from '#contract/contest-admin.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { type Actor, recordAudit, requireNoInterest, requireReason } from '#server/modules/admins/public.ts';
import type { MatchChange } from '#server/modules/match-data/import/batch.ts';
import { type FeedUpdate, MANUAL_FEED } from '#server/modules/match-data/import/feed.ts';
import { importWithin } from '#server/modules/match-data/import/importer.ts';
import { confirmMatches } from '#server/modules/match-data/import/match-queries.ts';
import { lockImport } from '#server/modules/match-data/import/queries.ts';
import { leagueRef } from '#server/modules/match-data/leagues/refs.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { COUNT_MAX, offsetOf, totalOf } from '#server/platform/http/paging.ts';
import { transact } from '#server/platform/transact.ts';
import { changesOf, fixtureView, kickoffOf, toldOf } from './entries.ts';
import * as fixtures from './queries.ts';

/** More leagues than a form can offer. */
const LEAGUES_MAX = 500;

/** Returns the manually entered matches, and the leagues in which matches can be entered. */
export async function list(
  { db, config }: Deps,
  { league_id: leagueId, date, page, page_size }: ParsedInputOf<typeof listFixtures>,
): Promise<ReplyOf<typeof listFixtures>> {
  const offset = offsetOf({ page, page_size });
  const from = date === undefined ? undefined : new Date(date);
  const filter = { leagueId, day: from && { from, until: new Date(from.getTime() + DAY_MS) } };
  const [rows, counted, leagues] = await Promise.all([
    fixtures.findFixtures(db, filter, page_size, offset),
    fixtures.countFixtures(db, filter, COUNT_MAX),
    fixtures.findOpenLeagues(db, config.feeds, LEAGUES_MAX),
  ]);
  return {
    items: rows.map(fixtureView),
    page,
    page_size,
    ...totalOf(counted),
    leagues: leagues.map(leagueRef),
  };
}

interface Done {
  fixture: ManualFixture;
  changes: MatchChange[];
}

/**
 * Enters a match: imports it like a feed's match, after which contests are opened and pages updated. Throws `reason_required`, and
 * `invalid_payload` for everything the importer refuses.
 */
export async function create(deps: Deps, actor: Actor, input: ParsedInputOf<typeof createFixture>): Promise<{ fixture: ManualFixture }> {
  requireReason(input.reason);
  const { season, round, venue } = input;
  const kickoffAt = kickoffOf(input.kickoff_at, deps.now());
  return finish(deps, (db) =>
    importEntry(deps, db, actor, input.reason, 'fixture.create', async () => {
      const { updates, ...parties } = await toldOf(deps, db, input);
      const id = newId(deps);
      return {
        updates: [...updates, { kind: 'fixture', id, season, round, kickoffAt, ...parties, ...(venue && { venue }) }],
        before: null,
      };
    }),
  );
}

/** Changes a manually entered match. Throws `reason_required`, `not_found`, `missing_fields`, `invalid_payload`, `own_interest`. */
export async function change(deps: Deps, actor: Actor, input: ParsedInputOf<typeof changeFixture>): Promise<{ fixture: ManualFixture }> {
  requireReason(input.reason);
  return finish(deps, (db) =>
    importEntry(deps, db, actor, input.reason, 'fixture.change', async () => {
      const [row] = await fixtures.findFixtures(db, { id: input.id }, 1, 0);
      if (!row) throw new AppError('not_found');
      await requireNoInterest(deps, db, actor, { matchId: row.id });
      await adoptParties(db, row);
      return { updates: changesOf(row, input, deps.now()), before: row };
    }),
  );
}

/** Gives the league and teams of an entered match manual ids by their numbers. */
async function adoptParties(db: Transaction<DB>, { league_id, home_team_id, away_team_id }: fixtures.FixtureRow): Promise<void> {
  await fixtures.adopt(db, 'league', `id ${league_id}`, league_id);
  for (const id of [home_team_id, away_team_id]) await fixtures.adopt(db, 'team', `id ${id}`, id);
}

/** Publishes the changes and advances contests after the commit. */
async function finish(deps: Deps, work: (db: Transaction<DB>) => Promise<Done>): Promise<{ fixture: ManualFixture }> {
  const { fixture, changes } = await transact(deps, work);
  await deps.wiring.onMatchesImported(deps, changes);
  return { fixture };
}

/** Imports an entry and writes the audit log in one transaction, one entry after the other. */
async function importEntry(
  deps: Deps,
  db: Transaction<DB>,
  actor: Actor,
  reason: string,
  action: string,
  prepare: () => Promise<{ updates: FeedUpdate[]; before: fixtures.FixtureRow | null }>,
): Promise<Done> {
  await lockImport(db);
  const { updates, before } = await prepare();
  const { result } = await importWithin({ ...deps, speed: deps.config.matchSpeed }, db, MANUAL_FEED, updates, {
    teller: { adminId: actor.id, reason },
  });
  const refused = result.refused[0];
  if (refused) throw new AppError('invalid_payload', { field: fieldOf(refused.reason) });
  const id = before?.id ?? result.changes[0]!.matchId;
  const [row] = await fixtures.findFixtures(db, { id }, 1, 0);
  const fixture = fixtureView(row!);
  const words = { before: before && wordsOf(fixtureView(before)), after: wordsOf(fixture) };
  await recordAudit(db, actor, { action, subject: { kind: 'match', id: String(id) }, ...words, reason }, deps.now());
  return { fixture, changes: result.changes };
}

const wordsOf = ({ home, away, kickoff_at, status, minute, period, score }: ManualFixture) => ({
  ...{ home: home.name, away: away.name, kickoff_at, status, minute, period, score },
});

/** Returns the form field that caused the importer's refusal. */
function fieldOf(reason: string): string {
  if (reason.startsWith('kickoff') || reason === 'known_by_another_id') return 'kickoff_at';
  if (reason.startsWith('status') || reason === 'final_too_early') return 'status';
  if (reason.startsWith('score') || reason.startsWith('parts') || reason.startsWith('level')) return 'score';
  return reason === 'minute_out_of_range' ? 'minute' : reason;
}

/** Age of the confirmation after which an operator's entry is confirmed again. */
const CONFIRMED_MS = 30_000;
/** Time after kick-off in which an entry may still have effects: a score, and its correction. */
const FOLLOWED_MS = 30 * DAY_MS;

/**
 * Confirms operators' entries, which are valid until something else is entered, so that settlement timers run (docs/decisions/034). A
 * match past its kick-off is not confirmed until something is entered: nobody reported that it did not begin, and nothing is voided for
 * that. Run it every minute.
 */
export async function confirmEntered({ db, now }: Deps): Promise<void> {
  const at = now();
  const ids = await fixtures.findStanding(db, at, new Date(at.getTime() - FOLLOWED_MS));
  await confirmMatches(db, ids, at, new Date(at.getTime() - CONFIRMED_MS));
}
