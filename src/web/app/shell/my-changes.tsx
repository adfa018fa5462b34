import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveChange } from '#contract/live.ts';
import type { Withdrawal } from '#contract/withdrawals.ts';
import { clearBadge, closeCards, setBadge } from '#web/data/app-badge.ts';
import { useLiveTopic } from '#web/data/live.ts';
import { followLooks, oncePerBrowser, showUnseenMark, useUnseen } from '#web/data/once-per-browser.ts';
import { pushState, syncPush } from '#web/data/push-device.ts';
import { setBalance } from '#web/data/queries.tsx';
import { useUser } from '#web/data/session.ts';
import { useBetToast } from '#web/features/bets/use-bet-toast.ts';

/**
 * For signed-in users on every page: shows a new balance at once, and announces ended bets and decided withdrawals, or counts them in the
 * title while the page is hidden. Renders nothing.
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
    const stops = [followLooks(), showUnseenMark(), followBadge()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  function follow(change: LiveChange) {
    if (change.t === 'balance') setBalance(client, change.balance);
    else if (change.t === 'bet') {
      fetchAgain();
      // A correction ends the same bet again, with another result.
      oncePerBrowser(`bet ${change.bet_id} ${change.state} ${change.payout}`, () => void tellBet(change));
    } else if (change.t === 'withdrawal') {
      fetchAgain();
      showWithdrawalNews(change.withdrawal);
    } else if (change.t === 'refetch' || change.t === 'account') fetchAgain();
  }
  useLiveTopic('me', follow, fetchAgain);
  return null;
}

/**
 * Clears the number on the app's icon while the page is visible; without pushes, which the service worker counts, a hidden page counts what
 * it was told. The returned function is called when the user signs out: it takes their cards away too.
 */
function followBadge(): () => void {
  const look = () => {
    if (!document.hidden) void clearBadge();
  };
  const unsubscribe = useUnseen.subscribe(({ events }) => {
    if (document.hidden && pushState() !== 'on') void setBadge(events.length);
  });
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    unsubscribe();
    void clearBadge();
    void closeCards();
  };
}

function showWithdrawalNews(withdrawal: Withdrawal): void {
  // The owner knows that they made it.
  if (withdrawal.stage === 'in_review') return;
  const tell = async () => (await import('#web/features/withdrawals/withdrawal-toast.ts')).showWithdrawalToast(withdrawal);
  oncePerBrowser(`withdrawal ${withdrawal.id} ${withdrawal.stage}`, () => void tell());
}
