import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Bet } from '#contract/bets.ts';
import type { LiveChange } from '#contract/live.ts';
import { type ToastType, toast } from '#web/data/toasts.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { findBet } from './api.ts';

/** The pushed result of one of the user's bets. */
type BetEnding = Extract<LiveChange, { t: 'bet' }>;

/** Shows a toast with a bet's result: "Avalon Town won: +920 points". A refund is not shown as a loss. */
export function useBetToast(): (ending: BetEnding) => Promise<void> {
  const t = useTranslations('bets');
  const tShell = useTranslations('shell');
  const nameOf = useLocalName();
  const client = useQueryClient();

  const pickWords = ({ pick, match }: Bet): string => {
    if (pick === 'draw') return t('draw_in', { home: nameOf(match.home), away: nameOf(match.away) });
    return nameOf(match[pick]);
  };
  const tell = (type: ToastType, sentence: string) => toast(type, sentence, { link: { to: '/bets', label: tShell('bets') } });
  return async ({ bet_id, state, payout, refund }) => {
    // The push does not include the pick; if it cannot be fetched, the sentence omits it.
    const bet = await findBet(client, bet_id).catch(() => undefined);
    const pick = bet && pickWords(bet);
    if (state === 'refunded') {
      tell('info', pick ? t('toast_refunded', { pick, points: refund }) : t('toast_refunded_plain', { points: refund }));
    } else if (payout > 0) {
      tell('success', pick ? t('toast_won', { pick, points: payout }) : t('toast_won_plain', { points: payout }));
    } else {
      tell('info', pick ? t('toast_missed', { pick }) : t('toast_missed_plain'));
    }
  };
}
