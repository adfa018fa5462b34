import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Overview } from '#contract/account.ts';
import { errorText } from '#web/data/api-error.ts';
import { useOverview } from '#web/data/queries.tsx';
import { useUser } from '#web/data/session.ts';
import { endStepUp, useStepUp } from '#web/data/step-up.ts';
import { openConfirmEmail } from '#web/data/ui-state.ts';
import { byField, codeOf, LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { CODE_LENGTH, CODE_REFUSALS, SecondFactorField } from '#web/ui/code-field.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert, Or } from '#web/ui/form.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { OAuthStepUp, useLinkedProviders } from '#web/ui/provider-button.tsx';
import { type CodeContact, prove, type SentCode, sendProof } from './api.ts';
import { CodeForm } from './code-form.tsx';
import { CodeWay, SendForm } from './send-form.tsx';

/** Asks the user for a proof of identity; all calls that wait for it then continue. */
export function StepUpDialog() {
  const t = useTranslations('security');
  const isOpen = useStepUp(({ showStepUp }) => showStepUp);
  const user = useUser();
  const overview = useOverview().data;
  const hasLinkedSignIn = useLinkedProviders().length > 0;
  const [preferred, setPreferred] = useState<StepUpWay | null>(null);
  const [lastSent, setSent] = useState<(SentCode & { userId: string | undefined }) | null>(null);

  // Most users have a password, so it is assumed while unknown.
  const ways = overview ? stepUpWays(overview) : ['password' as const];
  const way = ways.find((candidate) => candidate === preferred) ?? ways[0];
  const contact = overview ? codeContact(overview) : null;
  const sent = lastSent?.userId === user?.id ? lastSent : null;
  const codeWay = contact && <CodeWay sent={sent} contact={contact} />;

  const send = async () => setSent({ ...(await sendProof()), userId: user?.id });
  const give = async (proof: Parameters<typeof prove>[0]) => {
    await prove(proof);
    setSent(null);
    endStepUp(true);
  };
  const wordsFor = (other: StepUpWay) => (other === 'code' ? t(`use_code.${contact?.channel ?? 'email'}`) : t(`use_${other}`));
  const lead = way === 'code' && sent ? codeWay : t(`step_up_${way ?? (hasLinkedSignIn ? 'elsewhere' : 'none')}`);
  return (
    <Dialog open={isOpen} onClose={() => endStepUp(false)} title={t('step_up_title')} lead={lead}>
      {way && (
        <Proof way={way} account={user?.email ?? user?.public_handle ?? ''} sent={sent} codeWay={codeWay} onProof={give} onSend={send} />
      )}
      {ways.length > 1 && (
        <div className="mt-3 grid justify-items-center">
          {ways
            .filter((other) => other !== way)
            .map((other) => (
              <Button key={other} look="plain" size="s" onClick={() => setPreferred(other)}>
                {wordsFor(other)}
              </Button>
            ))}
        </div>
      )}
      {way && hasLinkedSignIn && <Or className="my-3" />}
      {hasLinkedSignIn && <OAuthStepUp />}
      {!way && !hasLinkedSignIn && overview?.profile.email && <ConfirmFirst />}
    </Dialog>
  );
}

interface ProofProps {
  way: StepUpWay;
  account: string;
  sent: SentCode | null;
  /** Says where a code is sent. */
  codeWay: ReactNode;
  /** Submits the proof; throws the error if it is rejected. */
  onProof: (proof: Parameters<typeof prove>[0]) => Promise<void>;
  onSend: () => Promise<void>;
}

function Proof({ way, account, sent, codeWay, onProof, onSend }: ProofProps) {
  if (way === 'password') return <StepUpPassword account={account} onPassword={(password) => onProof({ password })} />;
  if (way === 'totp') return <StepUpTotp onCode={(totp) => onProof({ totp })} />;
  if (sent) return <CodeForm sent={sent} onCode={(code) => onProof({ code, channel: sent.channel })} onResend={onSend} purpose="step_up" />;
  return (
    <>
      <p className="mb-3.5 text-[13.5px] text-muted">{codeWay}</p>
      <SendForm onSend={onSend} />
    </>
  );
}

/** An address is a proof only once it is confirmed; confirming the account's own address needs no proof. */
function ConfirmFirst() {
  const t = useTranslations('security');
  const leave = () => {
    endStepUp(false);
    openConfirmEmail();
  };
  return (
    <Button wide onClick={leave}>
      {t('email_confirm')}
    </Button>
  );
}

/** Proofs that do not leave the page. */
type StepUpWay = 'password' | 'totp' | 'code';

/** Returns a user's possible proofs, the quickest first. */
function stepUpWays(overview: Overview): StepUpWay[] {
  const ways: [StepUpWay, boolean][] = [
    ['password', overview.profile.has_password],
    ['totp', overview.two_factor],
    ['code', codeContact(overview) !== null],
  ];
  return ways.flatMap(([way, isThere]) => (isThere ? [way] : []));
}

/** Returns where the server sends a code: to the first confirmed contact of these. */
function codeContact({ profile, telegram_bound }: Overview): CodeContact | null {
  if (profile.email !== null && profile.email_verified) return { channel: 'email', to: profile.email };
  if (telegram_bound) return { channel: 'telegram', to: null };
  if (profile.phone !== null && profile.phone_verified) return { channel: 'sms', to: profile.phone };
  return null;
}

interface StepUpPasswordProps {
  /** The account's address, for password managers. */
  account: string;
  /** Submits the password; throws the error if it is rejected. */
  onPassword: (password: string) => Promise<void>;
}

function StepUpPassword({ account, onPassword }: StepUpPasswordProps) {
  const t = useTranslations('security');
  const [password, setPassword] = useState('');
  const { form, problems, isBusy, forgive } = useSubmit<'password'>({
    check: () => (password === '' ? { password: t('password_required') } : {}),
    send: async () => {
      await onPassword(password);
      return LEAVING;
    },
    refused: (error) => (codeOf(error) === 'invalid_credentials' ? { password: t('password_wrong') } : { form: errorText(error) }),
  });

  return (
    <form {...form} className="grid gap-3.5">
      <FormAlert message={problems.form} />
      <input type="email" autoComplete="username" value={account} readOnly hidden />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        value={password}
        error={problems.password}
        onChange={(event) => {
          setPassword(event.target.value);
          forgive('password');
        }}
      />
      <Button type="submit" wide busy={isBusy}>
        {t('confirm')}
      </Button>
    </form>
  );
}

/** Field for a code of the authenticator app or a recovery code. `onCode` submits it, and throws the error if it is rejected. */
function StepUpTotp({ onCode }: { onCode: (totp: string) => Promise<void> }) {
  const t = useTranslations('auth');
  const tSecurity = useTranslations('security');
  const field = useRef<HTMLInputElement>(null);
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  useEffect(() => field.current?.focus(), [isRecovery]);
  const typed = code.trim();
  const { form, problems, isBusy, forgive } = useSubmit({
    check: () => {
      if (isRecovery) return typed === '' ? { code: t('recovery_required') } : {};
      return typed.length === CODE_LENGTH ? {} : { code: t('code_required') };
    },
    send: async () => {
      await onCode(typed);
      return LEAVING;
    },
    refused: byField(CODE_REFUSALS),
  });

  function change(next: string) {
    setCode(next);
    forgive('code');
  }

  function turn() {
    change('');
    setRecovery(!isRecovery);
  }

  return (
    <form {...form} className="grid gap-3.5">
      <FormAlert message={problems.form} />
      <SecondFactorField isRecovery={isRecovery} value={code} error={problems.code} onChange={change} ref={field} />
      <Button type="submit" wide busy={isBusy}>
        {tSecurity('confirm')}
      </Button>
      <Button look="plain" size="s" className="justify-self-center" onClick={turn}>
        {t(isRecovery ? 'use_totp' : 'use_recovery_code')}
      </Button>
    </form>
  );
}
