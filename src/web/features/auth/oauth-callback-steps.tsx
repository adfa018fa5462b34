import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { PROVIDER_NAMES } from '#web/data/oauth.ts';
import { Card } from '#web/ui/card.tsx';
import { AnotherWay } from './oauth-callback-failed.tsx';
import { OAuthRegisterForm } from './oauth-register-form.tsx';
import { isAbout } from './refusal-problems.ts';
import { SecondFactorForm } from './second-factor-form.tsx';
import { finishOAuth } from './sign-in.ts';
import type { Standing } from './use-oauth-callback.ts';

interface OAuthCallbackStepProps {
  standing: Standing;
  next: string;
  onDone: () => void;
  /** It took too long: the provider has to be asked again. */
  onOver: () => void;
}

/** Nobody here is known by that account: who the provider says one is, and what makes an account of it. */
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

/** The account here has a second factor. */
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
