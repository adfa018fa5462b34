import { useTranslations } from 'use-intl';
import type { Level } from '#domain/ledger/levels.ts';

type Tier = 'bronze' | 'silver' | 'gold' | 'platinum' | 'diamond' | 'master';
type TierOf<L extends Level> = L extends `${infer T}_${string}` ? T : never;

/** Formats a level: "Gold II". */
export function useLevelName(): (level: Level) => string {
  const t = useTranslations('account');
  return (level) => {
    const [tier, step] = level.split('_') as [TierOf<Level> & Tier, string];
    return t(`tier.${tier}`, { step: step.toUpperCase() });
  };
}
