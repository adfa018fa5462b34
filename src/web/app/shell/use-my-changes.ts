import { useQueryClient } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import type { LiveChange } from '#contract/live.ts';
import { useLiveTopic } from '#web/lib/live.ts';
import { setBalance } from '#web/lib/overview.ts';
import { useUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/toasts.ts';

/** Whatever page is open: a new balance shows at once, and a bet that ended is told. */
export function useMyChanges(): void {
  const t = useTranslations('shell');
  const format = useFormatter();
  const user = useUser();
  const client = useQueryClient();
  const fetchAgain = () => void client.invalidateQueries({ queryKey: ['account'] });

  function tellBet({ state, payout, refund }: Extract<LiveChange, { t: 'bet' }>) {
    fetchAgain();
    if (state === 'refunded') toast('info', t('bet_refunded', { points: format.number(refund) }));
    else if (payout > 0) toast('success', t('bet_won', { points: format.number(payout) }));
    else toast('info', t('bet_lost'));
  }

  function follow(change: LiveChange) {
    if (change.t === 'balance') setBalance(client, change.balance);
    else if (change.t === 'bet') tellBet(change);
    else if (change.t === 'refetch') fetchAgain();
  }
  useLiveTopic(user ? 'me' : null, follow, fetchAgain);
}
