import CircleCheck from 'lucide-react/icons/circle-check';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { shortWallet } from '#domain/withdrawals/payout-text.ts';
import { normaliseWallet, WALLET_LENGTH, walletFault } from '#domain/withdrawals/wallet.ts';
import { toast } from '#web/data/toasts.ts';
import { byField, LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert, TextField } from '#web/ui/form.tsx';
import { useUpdateProfile } from './api.ts';

const refused = byField({ invalid_wallet: 'wallet', wallet_taken: 'wallet', too_many_wallet_changes: 'wallet' });

/** Field for an address, validated while it is typed or pasted. */
export function WalletForm({ present, onDone }: { present: string | null; onDone: () => void }) {
  const t = useTranslations('settings');
  const update = useUpdateProfile();
  const [address, setAddress] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const faultOf = useFault(present);
  const { form, problems, isBusy, forgive } = useSubmit({
    check: () => {
      setSubmitted(true);
      const wallet = faultOf(address, true);
      return wallet === null ? {} : { wallet };
    },
    send: async () => {
      await update.mutateAsync({ wallet_address: address });
      toast('success', t('wallet_saved'));
      onDone();
      return LEAVING;
    },
    refused,
  });

  function change(typed: string) {
    setAddress(normaliseWallet(typed));
    forgive('wallet');
  }

  return (
    <form {...form} className="grid gap-3.5">
      <FormAlert message={problems.form} />
      <TextField
        label={t('wallet_address')}
        value={address}
        error={problems.wallet ?? faultOf(address, isSubmitted)}
        hint={<Progress address={address} />}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        autoFocus
        onChange={(event) => change(event.target.value)}
      />
      <p className="max-w-[60ch] text-[13px] text-muted">{t('wallet_hold')}</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="s" busy={isBusy}>
          {t('wallet_save')}
        </Button>
        <Button look="plain" size="s" onClick={onDone}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Returns what is wrong with an address; one that is still being typed is not yet too short. */
function useFault(present: string | null): (address: string, isSubmitted: boolean) => string | null {
  const t = useTranslations('settings');
  return (address, isSubmitted) => {
    if (address === '') return isSubmitted ? t('wallet_required') : null;
    if (address === present) return t('wallet_same');
    const fault = walletFault(address);
    if (fault === null || (fault === 'length' && address.length < WALLET_LENGTH && !isSubmitted)) return null;
    if (fault === 'network') return t(/^0x/i.test(address) ? 'wallet_ethereum' : 'wallet_other_network');
    if (fault === 'length') return t('wallet_length', { length: WALLET_LENGTH, typed: address.length });
    return t(`wallet_${fault}`);
  };
}

function Progress({ address }: { address: string }) {
  const t = useTranslations('settings');
  if (address !== '' && walletFault(address) === null) {
    return (
      <span className="flex items-center gap-1.5 text-good">
        <CircleCheck size={15} aria-hidden className="flex-none" />
        <span className="min-w-0">{t('wallet_right', { address: shortWallet(address) })}</span>
      </span>
    );
  }
  return t('wallet_hint', { length: WALLET_LENGTH });
}
