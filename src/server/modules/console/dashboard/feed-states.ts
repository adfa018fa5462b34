import type { FeedState } from '#contract/overview.ts';
import type { Config } from '#server/config.ts';
import type { SiteCondition } from '#server/modules/console/health/service.ts';

/** How fresh what each feed tells is: those of the settings, and any other that has to speak of a match now. */
export function feedStates(
  { feeds }: Pick<Config, 'feeds'>,
  { words, providers }: Pick<SiteCondition, 'words' | 'providers'>,
): FeedState[] {
  const names = new Set<string>([...feeds, ...words.flatMap(({ feed }) => feed ?? [])]);
  return [...names].map((feed) => {
    const word = words.find((one) => one.feed === feed);
    const provider = providers.find((one) => one.feed === feed);
    return {
      feed,
      state: provider?.problem?.isSetting ? 'refused' : word?.isLate ? 'late' : 'ok',
      heard_at: word?.at.toISOString() ?? null,
      ages: Object.entries(provider?.agesSeconds ?? {}).map(([kind, seconds]) => ({ kind, seconds })),
      allowance: provider ? { left: provider.leftToday, per_day: provider.allowedPerDay } : null,
      problem: provider?.problem?.message ?? null,
    };
  });
}
