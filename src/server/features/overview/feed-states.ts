import type { FeedState } from '#contract/overview.ts';
import type { Deps } from '#server/deps.ts';
import { settlementTimers } from '#server/features/contests/service.ts';
import { lastWordsOnNearMatches } from '#server/features/matches/service.ts';
import { providerStates } from '#server/feeds/api-sports/state.ts';

/** How fresh what each feed tells is: those of the settings, and any other that has to speak of a match now. */
export async function feedStates(deps: Deps): Promise<FeedState[]> {
  const [words, providers] = await Promise.all([lastWordsOnNearMatches(deps), providerStates(deps)]);
  const names = new Set<string>([...deps.config.feeds, ...words.flatMap(({ feed }) => feed ?? [])]);
  const lateBefore = deps.now().getTime() - settlementTimers(deps.config).blindMs;
  return [...names].map((feed) => {
    const heardAt = words.find((word) => word.feed === feed)?.at ?? null;
    const provider = providers.find((one) => one.feed === feed);
    const isLate = heardAt !== null && heardAt.getTime() < lateBefore;
    return {
      feed,
      state: provider?.problem?.isSetting ? 'refused' : isLate ? 'late' : 'ok',
      heard_at: heardAt?.toISOString() ?? null,
      ages: Object.entries(provider?.agesSeconds ?? {}).map(([kind, seconds]) => ({ kind, seconds })),
      allowance: provider ? { left: provider.leftToday, per_day: provider.allowedPerDay } : null,
      problem: provider?.problem?.message ?? null,
    };
  });
}
