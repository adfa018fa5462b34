import { useQueryClient } from '@tanstack/react-query';
import type { LiveChange } from '#contract/live.ts';
import { useBetToast } from '#web/features/bets/use-bet-toast.ts';
import { useLiveTopic } from '#web/lib/live.ts';
import { setBalance } from '#web/lib/overview.ts';

/** For who is signed in, whatever page is open: a new balance shows at once, and a bet that ended or a withdrawal that was decided is told. Shows nothing itself. */
export function MyChanges() {
  const client = useQueryClient();
  const tellBet = useBetToast();
  const fetchAgain = () => void client.invalidateQueries({ queryKey: ['account'] });

  function follow(change: LiveChange) {
    if (change.t === 'balance') setBalance(client, change.balance);
    else if (change.t === 'bet') {
      fetchAgain();
      void tellBet(change);
    } else if (change.t === 'withdrawal') {
      fetchAgain();
      void import('#web/features/redeem/withdrawal-toast.ts').then(({ tellWithdrawal }) => tellWithdrawal(change.withdrawal));
    } else if (change.t === 'refetch' || change.t === 'account') fetchAgain();
  }
  useLiveTopic('me', follow, fetchAgain);
  return null;
}
