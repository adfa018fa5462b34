import { useTranslations } from 'use-intl';
import type { MatchBrief } from '#contract/bets.ts';
import { MARGIN_BANDS, type Tip } from '#domain/tipping/tip.ts';
import { useLocalName } from '#web/lib/local-name.ts';

/** A tip as the wire has it. */
export interface WiredTip {
  home: number;
  away: number;
}

export const asTip = (tip: WiredTip): Tip => [tip.home, tip.away];

/** Returns a margin band by its number (from 1): "6–10", "21+". */
export function bandText(band: number): string {
  const [least, next] = [MARGIN_BANDS[band - 1] ?? 0, MARGIN_BANDS[band]];
  return next === undefined ? `${least}+` : `${least}–${next - 1}`;
}

type Named = Pick<MatchBrief, 'sport' | 'home' | 'away'>;

/** Returns a function that writes a tip or a result as one: "2–1", and in basketball "Avalon by 6–10". */
export function useTipWords(): (match: Named, tip: Tip) => string {
  const t = useTranslations('tipping');
  const nameOf = useLocalName();
  return ({ sport, home, away }, tip) => {
    if (sport !== 'basketball') return `${tip[0]}–${tip[1]}`;
    if (tip[0] === tip[1]) return t('level');
    return t('by_margin', { team: nameOf(tip[0] > tip[1] ? home : away), margin: bandText(Math.max(...tip)) });
  };
}
