import { useTranslations } from 'use-intl';
import type { TeamRef } from '#contract/matches.ts';
import type { Level } from '#domain/ledger/levels.ts';
import type { Pick } from '#domain/matches/sport.ts';
import { useLocalName } from './local-name.ts';

/** Says what a pick means in a match: "Avalon Town to win". */
export function usePickName({ home, away }: { home: TeamRef; away: TeamRef }): (pick: Pick) => string {
  const t = useTranslations('bets');
  const nameOf = useLocalName();
  return (pick) => (pick === 'draw' ? t('draw_pick') : t('to_win', { team: nameOf(pick === 'home' ? home : away) }));
}

type Tier = 'bronze' | 'silver' | 'gold' | 'platinum' | 'diamond' | 'master';
type TierOf<L extends Level> = L extends `${infer T}_${string}` ? T : never;

/** Says a level: "Gold II". */
export function useLevelName(): (level: Level) => string {
  const t = useTranslations('account');
  return (level) => {
    const [tier, step] = level.split('_') as [TierOf<Level> & Tier, string];
    return t(`tier.${tier}`, { step: step.toUpperCase() });
  };
}
