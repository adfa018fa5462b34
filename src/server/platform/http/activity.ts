/** A user who made a signed-in request, and when. */
export interface Sighting {
  userId: string;
  at: Date;
}

/**
 * Records who is active (docs/rules.md#statistics). Held in memory, so that recording is cheap, and stored in batches
 * (modules/console/dashboard/activity.ts); a crash loses the last few seconds.
 */
export interface Activity {
  /** Records a user. Costs one lookup in a set if they were already noted in this quarter of an hour. */
  note: (userId: string, at: Date) => void;
  /** Returns those noted since the last call: each user once per quarter of an hour, so at least once per UTC day. */
  take: () => Sighting[];
  /** Returns sightings that could not be stored; the next `take` includes them. */
  giveBack: (sightings: readonly Sighting[]) => void;
}

/** UTC days begin on a quarter of an hour. */
const QUARTER_MS = 15 * 60_000;

export function createActivity(): Activity {
  let quarter = Number.NaN;
  const seen = new Set<string>();
  let pending: Sighting[] = [];

  const note = (userId: string, at: Date): void => {
    const now = Math.floor(at.getTime() / QUARTER_MS);
    if (now !== quarter) {
      quarter = now;
      seen.clear();
    }
    if (seen.has(userId)) return;
    seen.add(userId);
    pending.push({ userId, at });
  };

  const take = (): Sighting[] => {
    const taken = pending;
    pending = [];
    return taken;
  };

  const giveBack = (sightings: readonly Sighting[]): void => {
    pending = [...sightings, ...pending];
  };

  return { note, take, giveBack };
}
