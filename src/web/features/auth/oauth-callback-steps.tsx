import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Provider } from '#contract/oauth.ts';
import { PROVIDER_NAMES, startAddress } from '#web/data/oauth.ts';
import { useUser } from '#web/data/session.ts';
import { openLogin } from '#web/data/ui-state.ts';
import { timeZone } from '#web/lib/dates.ts';
import { LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FormAlert, TextField } from '#web/ui/form.tsx';
import { EmptyState } from '#web/ui/placeholders.tsx';
import { ProviderButton } from '#web/ui/provider-button.tsx';
import { isAbout, signUpRefused } from './auth-problems.ts';
import { storedInvite } from './invite-link.ts';
import type { Standing } from './oauth-callback.tsx';
import { Agreements, InviteField, useAgeMin } from './registration-fields.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { finishOAuth, signUpWithOAuth } from './sign-in.ts';
import { agreementProblems, inviteFields, type SignUpDraft } from './sign-up-draft.ts';

interface OAuthCallbackStepProps {
  standing: Standing;
  next: string;
  onDone: () => void;
  /** Called when the flow has expired and has to start again at the provider. */
  onOver: () => void;
}

/** No account is linked to the provider's account: shows the name the provider gives, and creates an account. */
export function OAuthCallbackRegister({ standing, next, onDone, onOver }: OAuthCallbackStepProps) {
  const t = useTranslations('oauth');
  const provider = PROVIDER_NAMES[standing.provider ?? 'google'];
  const who = standing.email ?? standing.display_name;
  return (
    <Step title={t('register_title')} lead={who === null ? t('register_unnamed', { provider }) : t('register_as', { provider, who })}>
      <OAuthRegisterForm name={standing.display_name ?? ''} onDone={onDone} onOver={onOver} />
      <p className="mt-5 border-t border-line pt-4 text-center text-[13.5px] text-muted">{t('register_known', { provider })}</p>
      <AnotherWay next={next} />
    </Step>
  );
}

/** Asks for the second factor of the linked account. */
export function OAuthCallbackCode({ next, onDone, onOver }: OAuthCallbackStepProps) {
  const t = useTranslations('oauth');

  async function tryCode(totp: string) {
    try {
      await finishOAuth(totp);
      onDone();
    } catch (error) {
      if (!isAbout(error, 'oauth_incomplete')) throw error;
      onOver();
    }
  }

  return (
    <Step title={t('totp_title')}>
      <SecondFactorForm onCode={tryCode} />
      <div className="mt-2">
        <AnotherWay next={next} />
      </div>
    </Step>
  );
}

const Step = ({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) => (
  <div className="mx-auto max-w-[430px] md:mt-6">
    <Card title={title}>
      {lead && <p className="-mt-1.5 mb-4 text-[13.5px] wrap-anywhere text-muted">{lead}</p>}
      {children}
    </Card>
  </div>
);

type Draft = Pick<SignUpDraft, 'display_name' | 'invite_code' | 'agree' | 'adult'>;

interface OAuthRegisterFormProps {
  /** The user's name at the provider. */
  name: string;
  onDone: () => void;
  /** Called when the flow has expired and has to start again at the provider. */
  onOver: () => void;
}

/** Collects what an account needs besides the provider's. Email, password and captcha are not needed: the provider covers them. */
function OAuthRegisterForm({ name, onDone, onOver }: OAuthRegisterFormProps) {
  const t = useTranslations('auth');
  const age = useAgeMin();
  const [draft, setDraft] = useState<Draft>(() => ({
    display_name: name,
    invite_code: storedInvite(new Date()) ?? '',
    agree: false,
    adult: false,
  }));
  const { form, problems, isBusy, forgive } = useSubmit({
    check: () => agreementProblems(draft, t, age),
    send: async () => {
      try {
        await register();
        onDone();
      } catch (error) {
        if (!isAbout(error, 'oauth_incomplete')) throw error;
        onOver();
      }
      return LEAVING;
    },
    refused: signUpRefused,
  });

  function register() {
    // A cleared name is sent as empty: if it were omitted, the provider's would be used.
    const { invite_code, ...rest } = draft;
    const invite = inviteFields(invite_code, new Date());
    return signUpWithOAuth({ ...rest, ...invite, display_name: draft.display_name.trim(), time_zone: timeZone() });
  }

  function change<F extends keyof Draft>(field: F, value: Draft[F]) {
    setDraft((before) => ({ ...before, [field]: value }));
    forgive(field);
  }

  const text = (field: 'display_name' | 'invite_code') => ({
    name: field,
    label: t(field),
    value: draft[field],
    error: problems[field],
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
  });

  return (
    <form {...form} className="grid gap-3.5">
      <FormAlert message={problems.form} />
      <TextField {...text('display_name')} autoComplete="nickname" maxLength={40} />
      <InviteField {...text('invite_code')} />
      <Agreements draft={draft} problems={problems} onChange={change} />
      <Button type="submit" wide busy={isBusy}>
        {t('sign_up_submit')}
      </Button>
    </form>
  );
}

interface OAuthCallbackFailedProps {
  /** From the address: a known code, or arbitrary text. */
  code: string;
  provider: Provider | null;
  next: string;
}

/** Says why the sign-in failed, and what to do next. Signed-in users return to where they began. */
export function OAuthCallbackFailed({ code, provider, next }: OAuthCallbackFailedProps) {
  const t = useTranslations('oauth');
  const isSignedIn = useUser() !== null;
  const { title, hint } = useWords(code, provider);
  return (
    <div role="alert">
      <EmptyState
        icon={<LockKeyhole size={28} />}
        title={title}
        hint={hint}
        action={
          isSignedIn ? (
            <Button look="quiet" asChild>
              <Link to={next}>{t('go_back')}</Link>
            </Button>
          ) : (
            <div className="grid w-[280px] max-w-full gap-2.5">
              {provider && <ProviderButton provider={provider} action={startAddress(provider, next)} isRetry />}
              <AnotherWay next={next} />
            </div>
          )
        }
      />
    </div>
  );
}

/** Offers the sign-in form. After it, the user leaves this page, which has nothing more to show. */
function AnotherWay({ next }: { next: string }) {
  const t = useTranslations('oauth');
  return (
    <Button look="plain" wide onClick={() => openLogin(next === '/' ? '/matches' : next)}>
      {t('another_way')}
    </Button>
  );
}

const OF_LINKING = ['oauth_already_linked', 'telegram_already_bound'];

function useWords(code: string, provider: Provider | null): { title: string; hint: string } {
  const t = useTranslations();
  const name = PROVIDER_NAMES[provider ?? 'google'];
  const title = OF_LINKING.includes(code) ? t('oauth.link_failed_title', { provider: name }) : t('oauth.failed_title');
  return { title, hint: hint() };

  function hint(): string {
    switch (code) {
      case 'oauth_incomplete':
        return t('errors.oauth_incomplete');
      case 'oauth_failed':
        return t(provider === null ? 'errors.login_failed' : `errors.${provider}_failed`);
      case 'account_disabled':
      case 'oauth_already_linked':
      case 'session_expired':
      case 'telegram_already_bound':
        return t(`oauth.refusals.${code}`);
      default:
        return t('errors.login_failed');
    }
  }
}
