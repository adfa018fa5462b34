import CircleCheck from 'lucide-react/icons/circle-check';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { shortWallet } from '#domain/withdrawals/payout-text.ts';
import { normaliseWallet, WALLET_LENGTH, walletFault } from '#domain/withdrawals/wallet.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert, TextField } from '#web/ui/form.tsx';
import { useUpdateProfile } from './api.ts';

const ABOUT_WALLET = ['invalid_wallet', 'wallet_taken', 'too_many_wallet_changes'];

/** Field for an address, validated while it is typed or pasted. */
export function WalletForm({ present, onDone }: { present: string | null; onDone: () => void }) {
  const t = useTranslations('settings');
  const update = useUpdateProfile();
  const field = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const fault = useFault(address, present, isSubmitted);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    setProblem(null);
    if (address === present || walletFault(address) !== null) return field.current?.focus();
    try {
      await update.mutateAsync({ wallet_address: address });
      toast('success', t('wallet_saved'));
      onDone();
    } catch (error) {
      const isAboutWallet = error instanceof ApiError && ABOUT_WALLET.includes(error.code ?? '');
      (isAboutWallet ? setRefusal : setProblem)(errorText(error));
      if (isAboutWallet) field.current?.focus();
    }
  }

  function change(typed: string) {
    setAddress(normaliseWallet(typed));
    setRefusal(null);
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3.5">
      <FormAlert message={problem} />
      <TextField
        label={t('wallet_address')}
        ref={field}
        value={address}
        error={refusal ?? fault}
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
        <Button type="submit" size="s" busy={update.isPending}>
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
function useFault(address: string, present: string | null, isSubmitted: boolean): string | null {
  const t = useTranslations('settings');
  if (address === '') return isSubmitted ? t('wallet_required') : null;
  if (address === present) return t('wallet_same');
  const fault = walletFault(address);
  if (fault === null || (fault === 'length' && address.length < WALLET_LENGTH && !isSubmitted)) return null;
  if (fault === 'network') return t(/^0x/i.test(address) ? 'wallet_ethereum' : 'wallet_other_network');
  if (fault === 'length') return t('wallet_length', { length: WALLET_LENGTH, typed: address.length });
  return t(`wallet_${fault}`);
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
