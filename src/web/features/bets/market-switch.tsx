import { useTranslations } from 'use-intl';
import type { Market } from '#domain/contest.ts';
import { Segmented } from '#web/ui/segmented.tsx';
import type { ContestWithMine } from './api.ts';

interface MarketSwitchProps {
  contests: readonly ContestWithMine[];
  market: Market;
  onChange: (market: Market) => void;
}

/** Which of a match's contests is on show; nothing where there is only one. */
export function MarketSwitch({ contests, market, onChange }: MarketSwitchProps) {
  const t = useTranslations('bets');
  if (contests.length < 2) return null;
  return (
    <Segmented
      label={t('market')}
      value={market}
      options={contests.map((contest) => ({ value: contest.market, label: t(`markets.${contest.market}`) }))}
      onChange={onChange}
      className="mb-3"
    />
  );
}
