import type { Withdrawal } from '#contract/withdrawals.ts';
import { writeUsdt } from '#texts/write.ts';
import { toast } from '#web/data/toasts.ts';
import { currentLocale, loadAllWords, translator } from '#web/i18n/locale-store.ts';

/** Shows the result of a request in a toast, for users who are on another page. Not for its creation, which they know of. */
export async function showWithdrawalToast({ stage, usdt }: Withdrawal): Promise<void> {
  if (stage === 'in_review') return;
  await loadAllWords();
  const t = translator('redeem');
  const link = { to: '/account?tab=redeem', label: translator('account')('redeem') };
  toast(stage === 'rejected' ? 'error' : 'success', t(`told.${stage}`, { usdt: writeUsdt(currentLocale(), usdt) }), { link });
}
