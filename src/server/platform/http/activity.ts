/** A user who made a signed-in request at that moment. */
export interface Sighting {
  userId: string;
  at: Date;
}

/**
 * Who is active (docs/rules.md#statistics). Held in memory, so that noting costs nobody anything, and written down in batches
 * (modules/console/dashboard/activity.ts); a crash loses the last few seconds.
 */
export interface Activity {
  /** A look at a set for whoever was noted in this quarter of an hour. */
  note: (userId: string, at: Date) => void;
  /** Those noted since the last call: each user once a quarter of an hour, so at least once a UTC day. */
  take: () => Sighting[];
  /** Takes back what could not be written down; the next `take` gives it again. */
  giveBack: (sightings: readonly Sighting[]) => void;
}

/** A UTC day begins with a quarter of an hour. */
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
