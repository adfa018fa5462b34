import { adjustTransfer } from '#domain/ledger/ledger.ts';
import { SPORTS, type Sport } from '#domain/matches/sport.ts';
import { HOUR_MS } from '#domain/time.ts';
import { walletAddress } from '#domain/withdrawals/wallet.ts';
import type { Deps } from '#server/deps.ts';
import { placeBet } from '#server/modules/betting/public.ts';
import { createUser, findUserId, giveDemoWallet } from '#server/modules/identity/public.ts';
import { postTransfers } from '#server/modules/ledger/public.ts';
import { findOpenContests } from '#server/modules/match-data/public.ts';
import { derivedKey } from '#server/platform/crypto/server-keys.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { transact } from '#server/platform/transact.ts';
import { CROWD_SIZE, type CrowdContest, runCrowd } from './crowd.ts';
import { crowdName } from './people.ts';

const DEMO_EMAIL = 'demo@matchpoint.example';
const DEMO_POINTS = 5_000;
const CROWD_POINTS = 5_000;

/** How far ahead the crowd looks, and the most contests per sport it considers. */
const AHEAD_MS = 3 * HOUR_MS;
const CONTESTS_MAX = 40;
/** The crowd bets from lists that may be this old, as people do. Reading them for each bet took a sixth of an idle database's time. */
const SEEN_MS = 10_000;

/**
 * Ensures that the demo user exists, and returns its credentials. The password is derived from this installation's key: it need not
 * be stored, and no two demos share it.
 */
export async function ensureDemoUser(deps: Deps): Promise<{ email: string; password: string }> {
  const digits = derivedKey(deps.serverKeys[0], 'demo-user').readUInt32BE(0) % 1_000_000;
  const password = `Demo-${String(digits).padStart(6, '0')}`;
  const id = await ensureUser(deps, { email: DEMO_EMAIL, password, displayName: 'Demo', points: DEMO_POINTS });
  // Nobody has the private key of this address, and the demo pays nothing out.
  await giveDemoWallet(deps, id, walletAddress(derivedKey(deps.serverKeys[0], 'demo-wallet').subarray(0, 20)));
  return { email: DEMO_EMAIL, password };
}

/** Ensures that the crowd's users exist, and returns their ids. Their names say that they are the demo's. */
export async function ensureCrowd(deps: Deps): Promise<string[]> {
  const userIds: string[] = [];
  for (let index = 0; index < CROWD_SIZE; index++) {
    const displayName = `${crowdName(deps.config.demoSeed, index)} (demo)`;
    userIds.push(await ensureUser(deps, { email: `crowd-${index}@matchpoint.example`, password: null, displayName, points: CROWD_POINTS }));
  }
  return userIds;
}

/** Lets the crowd bet as real users would, through the same service, until aborted. */
export async function runDemoCrowd(deps: Deps, userIds: readonly string[], signal: AbortSignal): Promise<void> {
  const seed = deps.config.demoSeed;
  const seen = keptFor(SEEN_MS, deps.now, () => openContests(deps));
  const options = {
    seed: `${seed} ${deps.now().getTime()}`,
    openContests: async () => (await seen()).filter(({ kickoffAt }) => kickoffAt > deps.now()),
    place: async (userIndex: number, bet: { matchId: number; market: 'wdl'; pick: 'home' | 'draw' | 'away'; stake: number }) => {
      const userId = userIds[userIndex]!;
      // Records activity, as a user's own request would.
      deps.activity.note(userId, deps.now());
      await placeBet(deps, userId, { market: bet.market, match_id: bet.matchId, pick: bet.pick, stake: bet.stake }, null).catch((error) =>
        afterRefusal(deps, userId, error),
      );
    },
  };
  await runCrowd(options, signal);
}

/** Returns `read` with a memory: what it returned is returned again for `ms`. */
function keptFor<T>(ms: number, now: () => Date, read: () => Promise<T>): () => Promise<T> {
  let kept: { at: number; value: Promise<T> } | null = null;
  return () => {
    const at = now().getTime();
    if (kept === null || at - kept.at >= ms) kept = { at, value: read() };
    return kept.value;
  };
}

async function openContests(deps: Deps): Promise<CrowdContest[]> {
  const ofSport = async (sport: Sport) =>
    (await findOpenContests(deps, sport, AHEAD_MS, CONTESTS_MAX)).map((contest) => ({ ...contest, sport }));
  return (await Promise.all(SPORTS.map(ofSport))).flat();
}

interface DemoUser {
  email: string;
  password: string | null;
  displayName: string;
  points: number;
}

async function ensureUser(deps: Deps, { email, password, displayName, points }: DemoUser): Promise<string> {
  const emailVerifiedAt = deps.now();
  const created = { email, password, displayName, locale: 'en', ip: null, invitation: null, emailVerifiedAt };
  const id = (await findUserId(deps, email)) ?? (await createUser(deps, created)).id;
  // Not only for new users: a user created just before a crash still lacks the points. The key makes sure they are given once.
  await give(deps, id, points, `welcome:${id}`);
  return id;
}

/** Gives a crowd user who has lost everything some more points; any other rejected bet is ignored. */
export async function afterRefusal(deps: Deps, userId: string, error: unknown): Promise<void> {
  if (!(error instanceof AppError)) deps.log.error({ err: error }, 'a bet of a demo crowd user failed');
  else if (error.code === 'insufficient_points') await give(deps, userId, CROWD_POINTS / 5, newId(deps));
}

const give = (deps: Deps, userId: string, points: number, id: string): Promise<number> =>
  transact(deps, (db) => postTransfers(db, [adjustTransfer(id, userId, points, 'manual_adjust', 'Demo')], deps.now()));
