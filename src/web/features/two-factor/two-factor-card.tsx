import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Profile } from '#contract/profile.ts';
import type { getTwoFactor } from '#contract/two-factor.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { lazyPart, Nothing } from '#web/lib/lazy-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, Tag } from '#web/ui/card.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { ConfirmFirst, isUnconfirmed } from '#web/ui/obstacles.tsx';
import { DialogFailed } from '#web/ui/part-failed.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { RemovalDialog } from '#web/ui/removal-dialog.tsx';
import { twoFactorQuery, useBegin, useRenewCodes, useTurnOff } from './api.ts';

/** Loaded on demand, because of the code for drawing QR codes. */
const SetUpDialog = lazyPart(async () => (await import('./set-up-dialog.tsx')).SetUpDialog, { fallback: Nothing, failed: DialogFailed });
const NewCodesDialog = lazyPart(async () => (await import('./set-up-dialog.tsx')).NewCodesDialog, {
  fallback: Nothing,
  failed: DialogFailed,
});

/** With fewer recovery codes than this, the card asks for new ones. */
const FEW_CODES = 3;

/** Turns the second factor on and off, and manages recovery codes. */
export function TwoFactorCard({ profile }: { profile: Profile }) {
  const t = useTranslations('two_factor');
  const { data, error, refetch } = useQuery(twoFactorQuery);
  const begin = useBegin();
  const renew = useRenewCodes();
  const [isEnding, setEnding] = useState(false);

  if (!data) {
    return (
      <Card title={t('heading')}>
        {error ? <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-[96px]" />}
      </Card>
    );
  }
  const isOn = data.enabled_at !== null;
  const refusal = begin.error ?? renew.error;
  return (
    <Card title={t('heading')} aside={<Tag tone={isOn ? 'good' : 'quiet'}>{t(isOn ? 'on' : 'off')}</Tag>}>
      {isOn ? <InForce state={data} /> : <p className="max-w-[60ch] text-[13px] text-muted">{t('off_hint')}</p>}
      <div className="mt-3.5 grid gap-3">
        <FormAlert message={refusal && errorText(refusal)} />
        <div className="flex flex-wrap gap-2">
          {isUnconfirmed(profile) ? (
            <ConfirmFirst />
          ) : (
            <Button size="s" look="quiet" busy={begin.isPending} onClick={() => begin.mutate()}>
              {t(isOn ? 'another_app' : 'set_up')}
            </Button>
          )}
          {isOn && (
            <>
              <Button size="s" look="quiet" busy={renew.isPending} onClick={() => renew.mutate()}>
                {t('renew')}
              </Button>
              <Button size="s" look="danger" onClick={() => setEnding(true)}>
                {t('turn_off')}
              </Button>
            </>
          )}
        </div>
      </div>
      {begin.data && <SetUpDialog drawn={begin.data} onClose={begin.reset} />}
      {renew.data && <NewCodesDialog codes={renew.data} onClose={renew.reset} />}
      <TurnOffDialog isOpen={isEnding} onClose={() => setEnding(false)} />
    </Card>
  );
}

function InForce({ state: { enabled_at, recovery_codes_left } }: { state: ReplyOf<typeof getTwoFactor> }) {
  const t = useTranslations('two_factor');
  const format = useFormatter();
  const isFew = recovery_codes_left <= FEW_CODES;
  return (
    <div className="grid max-w-[60ch] gap-1.5 text-[13px] text-muted">
      <p>{t('on_since', { date: format.dateTime(new Date(enabled_at ?? 0), 'date') })}</p>
      <p className={isFew ? 'text-warn' : undefined}>
        {t('codes_left', { count: recovery_codes_left })} {isFew && t('few_codes')}
      </p>
    </div>
  );
}

function TurnOffDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations('two_factor');
  const turnOff = useTurnOff();
  return (
    <RemovalDialog
      open={isOpen}
      onClose={onClose}
      title={t('turn_off_title')}
      lead={t('turn_off_lead')}
      submit={t('turn_off')}
      onRemove={async () => {
        await turnOff.mutateAsync();
        toast('success', t('turned_off'));
      }}
    />
  );
}
