import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveChange } from '#contract/live.ts';
import type { Withdrawal } from '#contract/withdrawals.ts';
import { useLiveTopic } from '#web/data/live.ts';
import { followLooks, oncePerBrowser, showUnseenMark } from '#web/data/once-per-browser.ts';
import { syncPush } from '#web/data/push-device.ts';
import { setBalance } from '#web/data/queries.tsx';
import { useUser } from '#web/data/session.ts';
import { useBetToast } from '#web/features/bets/use-bet-toast.ts';

/**
 * For who is signed in, whatever page is open: a new balance shows at once, and a bet that ended or a withdrawal that was decided is
 * told, or counted in the title while nobody looks. Shows nothing itself.
 */
export function MyChanges() {
  const client = useQueryClient();
  const tellBet = useBetToast();
  const fetchAgain = () => void client.invalidateQueries({ queryKey: ['account'] });
  const userId = useUser()?.id;
  useEffect(() => {
    if (userId !== undefined) syncPush().catch(() => undefined);
  }, [userId]);
  useEffect(() => {
    const stops = [followLooks(), showUnseenMark()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  function follow(change: LiveChange) {
    if (change.t === 'balance') setBalance(client, change.balance);
    else if (change.t === 'bet') {
      fetchAgain();
      // A correction ends the same bet once more, otherwise.
      oncePerBrowser(`bet ${change.bet_id} ${change.state} ${change.payout}`, () => void tellBet(change));
    } else if (change.t === 'withdrawal') {
      fetchAgain();
      showWithdrawalNews(change.withdrawal);
    } else if (change.t === 'refetch' || change.t === 'account') fetchAgain();
  }
  useLiveTopic('me', follow, fetchAgain);
  return null;
}

function showWithdrawalNews(withdrawal: Withdrawal): void {
  // That it was made its owner knows.
  if (withdrawal.stage === 'in_review') return;
  const tell = async () => (await import('#web/features/withdrawals/withdrawal-toast.ts')).showWithdrawalToast(withdrawal);
  oncePerBrowser(`withdrawal ${withdrawal.id} ${withdrawal.stage}`, () => void tell());
}
