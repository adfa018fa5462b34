import type {
  FeedUpdate,
  FixtureUpdate,
  LeagueUpdate,
  MergeUpdate,
  StatusUpdate,
  TeamUpdate,
} from '#server/modules/match-data/import/feed.ts';
import type { ImportDeps } from '#server/modules/match-data/import/importer.ts';
import { logRefusals, writeQuarantine } from '#server/modules/match-data/import/quarantine.ts';
import { findIds } from '#server/modules/match-data/import/queries.ts';
import { validateLeague, validateTeam } from '#server/modules/match-data/import/validate.ts';
import { transact } from '#server/platform/db/pool.ts';
import { isSoon, matchOpinions } from './match-opinions.ts';
import { mergeMatch, mergeTeam } from './merge-opinions.ts';
import { pruneView } from './prune-view.ts';
import { type CatalogueRow, deleteOpinions, findLeagueOwners, type LeagueOwner, writeCatalogue, writeOpinions } from './queries.ts';
import { adoptLeague, adoptMatch } from './succession.ts';
import { refuse, type Taken, takeFixture, takeStatus } from './take-opinions.ts';
import type { Trust } from './trust.ts';
import { type FeedView, isDivided, isNews, isPrintable, isShared, loadView, namedLeague, namedTeam, placeLeague } from './view.ts';

/** Sorts what feeds tell of leagues that several of them follow (docs/decisions/061). */
export interface OpinionDesk {
  /** Keeps the second opinions among a feed's updates, and returns the updates that are the feed's own, for the importer. */
  sort: (deps: ImportDeps, feed: string, updates: readonly FeedUpdate[]) => Promise<FeedUpdate[]>;
  /** Drops what is remembered of a feed: it assumes that the feed's own updates were imported. */
  forget: (feed: string) => void;
}

/** Matches that were not found are sought again after this time, as their source may tell of them later. */
const RETRY_MS = 10 * 60_000;

export function createOpinionDesk(trust: Trust): OpinionDesk {
  // The promise is kept, so that a view is also dropped while it is loaded.
  const views = new Map<string, Promise<FeedView>>();
  return {
    forget: (feed) => void views.delete(feed),
    async sort(deps, feed, updates) {
      const loading = views.get(feed) ?? loadView(deps.db, trust, feed, deps.now());
      views.set(feed, loading);
      try {
        const view = await loading;
        const sorting = new Sorting(deps, trust, feed, view);
        const own = await sorting.sort(updates);
        await sorting.store();
        // What they are the source of has changed.
        for (const other of sorting.succeeded) views.delete(other);
        return own;
      } catch (error) {
        // It may say more than what is stored.
        views.delete(feed);
        throw error;
      }
    },
  };
}

/** One batch of a feed on its way. */
class Sorting {
  /** Feeds that lost a league or a match to this one. */
  readonly succeeded = new Set<string>();
  private readonly taken: Taken = { changed: new Set(), sought: new Set(), gone: new Set(), refusals: [] };
  private readonly catalogue: CatalogueRow[] = [];
  private readonly held = new Map<string, TeamUpdate>();
  private readonly own: FeedUpdate[] = [];
  private owners: LeagueOwner[] | null = null;
  private readonly deps: ImportDeps;
  private readonly trust: Trust;
  private readonly feed: string;
  private readonly view: FeedView;

  constructor(deps: ImportDeps, trust: Trust, feed: string, view: FeedView) {
    this.deps = deps;
    this.trust = trust;
    this.feed = feed;
    this.view = view;
  }

  async sort(updates: readonly FeedUpdate[]): Promise<FeedUpdate[]> {
    const isConfirmer = this.trust.confirmers.some((name) => name === this.feed);
    for (const update of updates) if (update.kind === 'league') await this.takeLeague(update, isConfirmer);
    // Before the teams and matches, whose new ids would otherwise be others.
    for (const update of updates) if (update.kind === 'merge') await this.takeMerge(update, isConfirmer);
    const keepsTeams = isConfirmer || isDivided(this.view);
    for (const update of updates) if (update.kind === 'team') this.takeTeam(update, keepsTeams);
    for (const update of updates) if (update.kind === 'fixture') await this.takeFixture(update, isConfirmer);
    for (const update of updates) {
      if (update.kind === 'league' || update.kind === 'merge' || update.kind === 'team' || update.kind === 'fixture') continue;
      if (!isConfirmer && this.isOwn(update, keepsTeams)) this.own.push(update);
      else if (update.kind === 'status') this.takeStatus(update);
    }
    return this.own;
  }

  private async takeLeague(update: LeagueUpdate, isConfirmer: boolean): Promise<void> {
    const { deps, feed, view, trust } = this;
    // The importer refuses it.
    if (validateLeague(update) !== null || !isPrintable(update.id)) {
      if (!isConfirmer) this.own.push(update);
      return;
    }
    const told = namedLeague(update);
    const known = view.leagues.get(update.id);
    const isKnown = known !== undefined && JSON.stringify(known.told) === JSON.stringify(told);
    const place = isKnown ? known.place : placeLeague(view, trust, await this.findOwners(), feed, update.id, told);
    if (place.kind === 'second') {
      if (isNews(view, `league ${update.id}`, told)) this.catalogue.push({ kind: 'league', feed_id: update.id, told });
      return;
    }
    if (place.kind === 'successor') {
      await adoptLeague(deps, feed, update.id, place.leagueId);
      for (const other of place.from) this.succeeded.add(other);
      this.owners = null;
      placeLeague(view, trust, await this.findOwners(), feed, update.id, told);
    }
    this.own.push(update);
  }

  private async findOwners(): Promise<LeagueOwner[]> {
    this.owners = this.owners ?? (await findLeagueOwners(this.deps.db));
    return this.owners;
  }

  private async takeMerge(update: MergeUpdate, isConfirmer: boolean): Promise<void> {
    const { deps, feed, view, taken } = this;
    const { of, id, into } = update;
    if (!isConfirmer) this.own.push(update);
    if (id === into || !isPrintable(into)) return;
    if (of === 'team') {
      const row = mergeTeam(view, update, taken);
      if (row !== null) this.catalogue.push(row);
      return;
    }
    const isOpinion = view.opinions.has(id) || view.opinions.has(into);
    const isOwn = isOpinion && !isConfirmer && (await findIds(deps.db, feed, 'match', [id, into])).size > 0;
    mergeMatch(view, update, isOwn, taken);
  }

  private takeTeam(update: TeamUpdate, keepsTeams: boolean): void {
    const { view } = this;
    const told = namedTeam(update);
    if (!keepsTeams || view.ownTeams.has(update.id)) {
      view.teams.set(update.id, told);
      view.ownTeams.add(update.id);
      this.own.push(update);
      return;
    }
    if (validateTeam(update) !== null || !isPrintable(update.id)) return;
    this.held.set(update.id, update);
    view.teams.set(update.id, told);
    if (isNews(view, `team ${update.id}`, told)) this.catalogue.push({ kind: 'team', feed_id: update.id, told });
  }

  private async takeFixture(update: FixtureUpdate, isConfirmer: boolean): Promise<void> {
    const { deps, view } = this;
    const isSecond = isConfirmer || view.leagues.get(update.leagueId)?.place.kind === 'second';
    if (isSecond && !view.ownMatches.has(update.id)) {
      takeFixture(view, update, deps.now(), this.taken);
      return;
    }
    if (isShared(view, update.leagueId) && !view.ownMatches.has(update.id) && !(await this.succeed(update))) {
      // The source so far goes on telling of it; this feed confirms.
      takeFixture(view, update, deps.now(), this.taken);
      return;
    }
    for (const id of [update.homeTeamId, update.awayTeamId]) this.ownTeam(id);
    this.own.push(update);
  }

  /** Takes over a match from its source so far, or makes a new one; returns false if it is doubtful which match is meant. */
  private async succeed(update: FixtureUpdate): Promise<boolean> {
    const { view } = this;
    const told = JSON.stringify([update.homeTeamId, update.awayTeamId, update.kickoffAt]);
    const toldMs = this.deps.now().getTime();
    if (view.doubtful.get(update.id)?.told === told) {
      view.doubtful.set(update.id, { told, toldMs });
      return false;
    }
    const succession = await adoptMatch(this.deps, view, this.feed, update);
    if (succession.kind === 'doubtful') {
      view.doubtful.set(update.id, { told, toldMs });
      return false;
    }
    if (succession.kind === 'adopted') for (const other of succession.from) this.succeeded.add(other);
    view.opinions.delete(update.id);
    view.ownMatches.add(update.id);
    return true;
  }

  /** A team is ours once it plays in a league whose source the feed is. */
  private ownTeam(id: string): void {
    if (this.view.ownTeams.has(id)) return;
    const held = this.held.get(id);
    const told = this.view.teams.get(id);
    if (held) this.own.push(held);
    else if (told) this.own.push(toldAgain(id, told));
    if (held ?? told) this.view.ownTeams.add(id);
  }

  private isOwn(update: Exclude<FeedUpdate, LeagueUpdate | TeamUpdate | FixtureUpdate>, keepsTeams: boolean): boolean {
    if (update.kind === 'squad') return !keepsTeams || this.view.ownTeams.has(update.teamId);
    return !('matchId' in update) || !(this.view.opinions.has(update.matchId) || this.view.past.has(update.matchId));
  }

  private takeStatus(update: StatusUpdate): void {
    const { view, deps, taken } = this;
    if (view.opinions.has(update.matchId)) takeStatus(view, update, deps.now(), taken);
    else if (!view.past.has(update.matchId)) refuse(view, taken, { id: update.matchId, reason: 'unknown_match' }, null, deps.now());
  }

  /** Finds the matches of new opinions, and writes what changed; nothing, without a query, if nothing did. */
  async store(): Promise<void> {
    const { deps, feed, view, taken, catalogue } = this;
    const now = deps.now();
    const { changed, sought, gone, refusals } = taken;
    if (now.getTime() >= view.retryAtMs) {
      pruneView(view, now);
      for (const row of view.opinions.values()) if (row.match_id === null && isSoon(row, now)) sought.add(row.feed_id);
      view.retryAtMs = now.getTime() + RETRY_MS;
    }
    if (changed.size + sought.size + gone.size + refusals.length + catalogue.length === 0) return;
    const fresh = await transact(deps.db, async (db) => {
      // Ours may have one opinion of a provider only.
      await deleteOpinions(db, feed, [...gone]);
      for (const id of await matchOpinions(db, view, feed, sought, now)) changed.add(id);
      await writeCatalogue(db, feed, catalogue);
      await writeOpinions(
        db,
        feed,
        [...changed].flatMap((id) => view.opinions.get(id) ?? []),
      );
      const told = await writeQuarantine(db, feed, refusals, now);
      await deps.confirm?.(db);
      return told;
    });
    logRefusals(deps.log, feed, fresh, 'refused what a feed told as a second opinion');
  }
}

/** The update of a team of which only the names are kept. */
const toldAgain = (id: string, { sport, name, shortName, aliases, countryCode }: ReturnType<typeof namedTeam>): TeamUpdate => ({
  ...{ kind: 'team', id, sport, name, countryCode, aliases: [...aliases] },
  ...(shortName !== null && { shortName }),
});
