import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Overview } from '#contract/account.ts';
import { useOverview } from '#web/data/queries.tsx';
import { useUser } from '#web/data/session.ts';
import { toast } from '#web/data/toasts.ts';
import { closeConfirmEmail, useUiState } from '#web/data/ui-state.ts';
import { nowMs } from '#web/lib/clock.ts';
import { byField, LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmailField, FormAlert } from '#web/ui/form.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { type SentCode, sendConfirmation, useVerifyEmail } from './api.ts';
import { CodeForm } from './code-form.tsx';
import { CodeWay, SendForm } from './send-form.tsx';

/** Validity of the server's code at registration (docs/rules.md#withdrawals). */
const CODE_MINUTES = 10;
const RESEND_SECONDS = 60;

/** Confirms the address with a code, or replaces it with another, confirmed one. Its state is reset when the user changes. */
export function ConfirmEmailDialog() {
  const user = useUser();
  const isSignedOut = user === null;
  useEffect(() => {
    if (isSignedOut) closeConfirmEmail();
  }, [isSignedOut]);
  return user && <ConfirmEmailOf key={user.id} />;
}

/** The state of the confirmation. */
interface Stage {
  profile: Overview['profile'];
  /** Whether a new address replaces the present one. */
  changes: boolean;
  isAddressAsked: boolean;
  sent: SentCode | null;
}

function ConfirmEmailOf() {
  const isOpen = useUiState(({ showConfirmEmail }) => showConfirmEmail);
  const changes = useUiState(({ changesEmail }) => changesEmail);
  const [sentHere, setSent] = useState<SentCode | null>(null);
  const [isCorrecting, setCorrecting] = useState(false);
  const { data, error, refetch } = useOverview();
  const t = useTranslations();
  const head = useHead();

  const close = () => {
    closeConfirmEmail();
    setCorrecting(false);
  };
  if (!data) {
    return (
      <Dialog open={isOpen} onClose={close} title={t('security.confirm_title')}>
        {error ? (
          <ErrorState title={t('settings.load_failed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-[180px] rounded-card" />
        )}
      </Dialog>
    );
  }
  // A code for another address does not confirm this one.
  const isForThis = sentHere !== null && (!changes || sentHere.email !== undefined);
  const sent = isForThis ? sentHere : changes ? null : sentAtRegistration(data.profile);
  const stage = { profile: data.profile, changes, sent, isAddressAsked: isCorrecting || (changes && sent === null) };
  return (
    <Dialog open={isOpen} onClose={close} {...head(stage)}>
      <Step
        {...stage}
        onSent={(next) => {
          setSent(next);
          setCorrecting(false);
        }}
        onCorrect={() => setCorrecting(true)}
        onBack={() => (changes && sent === null ? close() : setCorrecting(false))}
        onDone={() => {
          setSent(null);
          close();
          toast('success', t('security.email_confirmed'));
        }}
        onLater={close}
      />
    </Dialog>
  );
}

/** Returns the dialog's title and lead for each step. */
function useHead() {
  const t = useTranslations('security');
  return ({ profile, changes, isAddressAsked, sent }: Stage) => {
    if (isAddressAsked && profile.email === null) return { title: t('add_title'), lead: t('add_lead') };
    const title = t(changes ? 'change_title' : isAddressAsked ? 'correct_title' : 'confirm_title');
    if (isAddressAsked) return { title, lead: t('change_lead') };
    return { title, lead: <CodeWay sent={sent} contact={{ channel: 'email', to: profile.email }} /> };
  };
}

/** Returns the code that a new user gets automatically at registration. */
function sentAtRegistration({ email, email_verified, created_at }: Overview['profile']): SentCode | null {
  const sentAt = Date.parse(created_at);
  if (email === null || email_verified || nowMs() - sentAt > CODE_MINUTES * 60_000) return null;
  return { channel: 'email', to: email, sentAt, waitSeconds: RESEND_SECONDS, minutes: CODE_MINUTES };
}

interface StepProps extends Stage {
  onSent: (sent: SentCode) => void;
  onCorrect: () => void;
  onBack: () => void;
  onDone: () => void;
  onLater: () => void;
}

function Step({ profile, sent, isAddressAsked, onSent, onCorrect, onBack, onDone, onLater }: StepProps) {
  const t = useTranslations('security');
  const verify = useVerifyEmail();
  const send = async (email?: string) => onSent(await sendConfirmation(email));
  if (isAddressAsked) {
    return (
      <AddressForm
        present={profile.email ?? ''}
        initial={profile.email_verified ? '' : (profile.email ?? '')}
        onAddress={send}
        onBack={onBack}
      />
    );
  }
  const ways = (
    <>
      <Button look="plain" size="s" onClick={onCorrect}>
        {t('correct_address')}
      </Button>
      <Button look="plain" size="s" onClick={onLater}>
        {t('later')}
      </Button>
    </>
  );
  if (!sent) return <SendForm onSend={send}>{ways}</SendForm>;
  const confirm = async (code: string) => {
    await verify.mutateAsync(sent.email === undefined ? { code } : { code, email: sent.email });
    onDone();
  };
  return (
    <CodeForm key={sent.email} sent={sent} onCode={confirm} onResend={() => send(sent.email)}>
      {ways}
    </CodeForm>
  );
}

interface AddressFormProps {
  /** The current address. */
  present: string;
  /** The field's initial value, so that a typing mistake can be corrected. */
  initial: string;
  /** Sends a code to the new address; throws the error if that fails. */
  onAddress: (email: string) => Promise<void>;
  onBack: () => void;
}

const addressRefused = byField({ email_taken: 'email', invalid_email: 'email', disposable_email: 'email' });

/** Field for a new address, which gets a code first. */
function AddressForm({ present, initial, onAddress, onBack }: AddressFormProps) {
  const t = useTranslations('security');
  const [email, setEmail] = useState(initial);
  const typed = email.trim();
  const { form, problems, isBusy, forgive } = useSubmit({
    check: () => {
      if (typed === '') return { email: t('email_required') };
      return typed.toLowerCase() === present.toLowerCase() ? { email: t('email_same') } : {};
    },
    send: async () => {
      await onAddress(typed);
      return LEAVING;
    },
    refused: addressRefused,
  });

  return (
    <form {...form} className="grid gap-3.5">
      <FormAlert message={problems.form} />
      <EmailField
        label={t('new_address')}
        autoComplete="email"
        value={email}
        error={problems.email}
        onChange={(event) => {
          setEmail(event.target.value);
          forgive('email');
        }}
      />
      <Button type="submit" wide busy={isBusy}>
        {t('send_code')}
      </Button>
      <Button look="plain" wide onClick={onBack}>
        {t('cancel')}
      </Button>
    </form>
  );
}
