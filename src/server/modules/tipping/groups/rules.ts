import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { setTippingRules, TippingRulesHistory } from '#contract/tipping-rules.ts';
import { canonicalJson } from '#domain/canonical-json.ts';
import type { Deps } from '#server/deps.ts';
import { asOwner, requireReader } from './access.ts';
import { closeDue } from './group-matches.ts';
import * as groups from './group-queries.ts';
import { groupTopic } from './standing.ts';

/** Returns the rules, and every state they were in, for those who read the group. */
export async function history(deps: Deps, userId: string, groupId: string): Promise<TippingRulesHistory> {
  await requireReader(deps, userId, groupId);
  const states = await groups.findRules(deps.db, groupId);
  return {
    rules: states[0]!.rules,
    history: states.map((state) => ({ ...state, changed_at: state.changed_at.toISOString() })),
  };
}

/**
 * Sets the rules for matches that have not closed. What has closed is recorded first with the rules that were in force, so that nobody can
 * change what a tip is worth after seeing it.
 */
export async function set(
  deps: Deps,
  userId: string,
  { group_id, rules }: ParsedInputOf<typeof setTippingRules>,
): Promise<ReplyOf<typeof setTippingRules>> {
  const { group } = await requireReader(deps, userId, group_id);
  await closeDue(deps, group);
  return asOwner(deps, userId, group_id, async (db, _, __, announce) => {
    const latest = await groups.findLatestRules(db, group_id);
    if (canonicalJson(latest.rules) !== canonicalJson(rules)) {
      await groups.insertRules(db, group_id, { version: latest.version + 1, rules, by: userId, at: deps.now() });
      announce(groupTopic(group_id), { t: 'refetch' });
    }
    return { rules };
  });
}
