import { DAY_MS } from '#domain/time.ts';
import { scoreBracket } from '#domain/tipping/bracket-score.ts';
import type { Deps } from '#server/deps.ts';
import { reportFailure } from '#server/platform/jobs/report-failure.ts';
import { transact } from '#server/platform/transact.ts';
import { enterModel } from './model-entry.ts';
import * as brackets from './queries.ts';
import { factsHash, findTournament, type KnownTournament } from './tournament.ts';

/** Entries that are scored before other work gets its turn: about 20 ms. */
const AT_ONCE = 500;
const NIL = '00000000-0000-0000-0000-000000000000';
/** A result may be corrected for three days; after that nothing is looked at again. */
const FINAL_AFTER_MS = 7 * DAY_MS;

/**
 * Locks the entries of which a match has begun, and scores the entries of each competition again whose results have changed since. Safe to
 * run twice, and to be killed in between. A competition that fails does not hold up the others. Returns how many entries were scored.
 */
export async function advanceBrackets(deps: Deps): Promise<number> {
  let scored = 0;
  for (const challenge of await brackets.findRunning(deps.db)) {
    scored += await advanceOne(deps, challenge).catch((error) => {
      reportFailure(deps, error, { challengeId: challenge.id }, 'could not score the brackets of a competition');
      return 0;
    });
  }
  return scored;
}

async function advanceOne(deps: Deps, challenge: brackets.ChallengeRow): Promise<number> {
  const tournament = await findTournament(deps.db, challenge);
  const now = deps.now();
  await enterModel(deps, challenge, tournament);
  const begun = [...tournament.facts.groups, ...tournament.facts.ties]
    .flatMap(({ beganAtMs }) => beganAtMs ?? [])
    .filter((at) => at <= now.getTime());
  await brackets.lockEntries(
    deps.db,
    challenge.id,
    [...new Set(begun)].map((at) => new Date(at)),
    now,
  );
  const hash = factsHash(tournament.facts);
  const scored = hash === challenge.facts_hash ? 0 : await scoreAll(deps, challenge.id, tournament, hash);
  if (isFinal(tournament, now)) await brackets.updateChallenge(deps.db, challenge.id, { closed_at: now });
  return scored;
}

/** Scores all entries in one transaction: nobody sees points from different results beside each other. */
const scoreAll = (deps: Deps, challengeId: number, { facts }: KnownTournament, hash: string): Promise<number> =>
  transact(deps, async (db) => {
    const { rules } = await brackets.lockChallenge(db, challengeId);
    let [after, scored] = [NIL, 0];
    for (;;) {
      const rows = await brackets.findSome(db, challengeId, after, AT_ONCE);
      const scores = rows.map(({ id, tree, made_at }) => ({ id, ...scoreBracket(tree, facts, rules, made_at.getTime()) }));
      if (rows.length > 0) await brackets.storeScores(db, scores, deps.now());
      scored += rows.length;
      if (rows.length < AT_ONCE) break;
      after = rows.at(-1)!.id;
    }
    await brackets.updateChallenge(db, challengeId, { facts_hash: hash });
    return scored;
  });

function isFinal({ facts: { ties } }: KnownTournament, now: Date): boolean {
  const final = ties.find(({ stage }) => stage === 1);
  return final?.winner != null && final.beganAtMs !== null && final.beganAtMs + FINAL_AFTER_MS < now.getTime();
}
