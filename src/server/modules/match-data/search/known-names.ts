import { setImmediate as breathe } from 'node:timers/promises';
import { foldedNames } from '#domain/matches/name-rank.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { leagueAliases } from '#server/modules/match-data/import/team-names.ts';
import { createNameIndex, type Entry, type NameIndex } from './name-index.ts';
import { findPlaying, findVersions, findWritten, type NamedRow } from './queries.ts';

export interface NameIndexCache {
  index: NameIndex;
  /** Whether the team or league has matches around now. */
  isNear: (key: string) => boolean;
}

/** Maximum delay until new or changed names are found. */
const CHECK_MS = 2_000;
/** Interval of reading who plays around now, which changes slowly. */
const NEAR_CHECK_MS = 60_000;
/** The span around now in which matches are near. */
const NEAR = { beforeMs: 12 * HOUR_MS, aheadMs: 48 * HOUR_MS };
/** Rows read together, and entries processed before the event loop gets a turn. */
const [ROWS, ENTRIES] = [2_000, 50];

/**
 * Caches the names of all teams and leagues: reads them on first use and keeps them up to date. Each use reads only what was written
 * since, at most every two seconds.
 */
export function createNameIndexCache({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const index = createNameIndex();
  let versions = new Set<string>();
  let near = new Set<string>();
  let [checkedMs, nearCheckedMs] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let checking: Promise<void> | null = null;

  async function check(): Promise<void> {
    const atMs = now().getTime();
    const found = await findVersions(db);
    const unknown = found.filter((version) => !versions.has(version));
    if (unknown.length > 0) for (const kind of ['team', 'league'] as const) await read(kind, unknown);
    versions = new Set(found);
    if (atMs - nearCheckedMs >= NEAR_CHECK_MS || unknown.length > 0) {
      const playing = await findPlaying(db, new Date(atMs - NEAR.beforeMs), new Date(atMs + NEAR.aheadMs));
      near = new Set([...playing.teams.map((id) => keyOf('team', id)), ...playing.leagues.map((id) => keyOf('league', id))]);
      nearCheckedMs = atMs;
    }
    checkedMs = atMs;
  }

  async function read(kind: Entry['kind'], unknown: readonly string[]): Promise<void> {
    for (let afterId = 0; ; ) {
      const rows = await findWritten(db, kind, unknown, afterId, ROWS);
      for (const [count, row] of rows.entries()) {
        if (count % ENTRIES === ENTRIES - 1) await breathe();
        index.put(entryOf(kind, row));
      }
      if (rows.length < ROWS) return;
      afterId = rows.at(-1)!.id;
    }
  }

  /** Simultaneous callers share one read. */
  return async (): Promise<NameIndexCache> => {
    if (now().getTime() - checkedMs >= CHECK_MS) {
      checking ??= check().finally(() => {
        checking = null;
      });
    }
    await checking;
    return { index, isNear: (key) => near.has(key) };
  };
}

const keyOf = (kind: Entry['kind'], id: number): string => `${kind}:${id}`;

function entryOf(kind: Entry['kind'], row: NamedRow): Entry {
  const aliases = kind === 'league' ? leagueAliases(row.name, row.country_code) : row.aliases;
  return { key: keyOf(kind, row.id), kind, id: row.id, sport: row.sport, names: foldedNames({ ...row, aliases }) };
}
