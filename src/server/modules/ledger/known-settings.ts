import type { Deps } from '#server/deps.ts';
import { transact } from '#server/platform/db/pool.ts';
import * as settings from './known-settings-queries.ts';

/**
 * Compares the settings that touch points with those of the last start: a change is stored, and told in the log with both values,
 * once, by whichever process sees it first. A setting that is new is stored without a word, one that is gone stays as it was.
 */
export async function noteSettings(deps: Deps): Promise<void> {
  const present = new Map(Object.entries(deps.config.limits).map(([name, value]) => [name, String(value)]));
  const changes = await transact(deps.db, async (db) => {
    await settings.insertUnknown(db, present, deps.now());
    const known = await settings.lockKnown(db, [...present.keys()]);
    const changed = known.filter(({ name, value }) => present.get(name) !== value);
    for (const { name } of changed) await settings.updateKnown(db, name, present.get(name)!, deps.now());
    return changed.map(({ name, value }) => ({ setting: name, from: value, to: present.get(name)! }));
  });
  for (const change of changes) deps.log.warn(change, 'a setting that touches points has changed');
}
