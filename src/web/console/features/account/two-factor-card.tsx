import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { SessionAdmin } from '#contract/admin-auth.ts';
import { Panel } from '#web/console/ui/panel.tsx';
import { LONG_DATE } from '#web/lib/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { twoFactorQuery } from './api.ts';
import { type TwoFactorChange, TwoFactorDialog } from './two-factor-dialog.tsx';

/** From here on fewer recovery codes than this call for new ones. */
const FEW_CODES = 3;

/** One's own second factor: turned on and off, and recovery codes kept at hand. Every change asks who is here. */
export function TwoFactorCard({ admin }: { admin: SessionAdmin }) {
  const t = useTranslations('two_factor');
  const format = useFormatter();
  const query = useQuery(twoFactorQuery);
  const [change, setChange] = useState<TwoFactorChange | null>(null);
  const isOn = admin.totp_enabled;
  return (
    <Panel
      title={t('heading')}
      aside={<Tag tone={isOn ? 'good' : 'quiet'}>{t(isOn ? 'on' : 'off')}</Tag>}
      query={query}
      failed={t('failed')}
      skeleton={<Skeleton className="h-[88px]" />}
    >
      {({ enabled_at, recovery_codes_left }) => (
        <>
          {enabled_at === null ? (
            <p className="max-w-[60ch] text-[13px] text-muted">{t('off_hint')}</p>
          ) : (
            <div className="grid max-w-[60ch] gap-1.5 text-[13px] text-muted">
              <p>{t('on_since', { date: format.dateTime(new Date(enabled_at), LONG_DATE) })}</p>
              <p className={recovery_codes_left <= FEW_CODES ? 'text-warn' : undefined}>
                {t('codes_left', { count: recovery_codes_left })} {recovery_codes_left <= FEW_CODES && t('few_codes')}
              </p>
            </div>
          )}
          <div className="mt-3.5 flex flex-wrap gap-2">
            <Button size="s" look="quiet" onClick={() => setChange('set_up')}>
              {t(isOn ? 'another_app' : 'set_up')}
            </Button>
            {isOn && (
              <>
                <Button size="s" look="quiet" onClick={() => setChange('renew')}>
                  {t('renew')}
                </Button>
                <Button size="s" look="danger" onClick={() => setChange('turn_off')}>
                  {t('turn_off')}
                </Button>
              </>
            )}
          </div>
          {change && <TwoFactorDialog admin={admin} change={change} onClose={() => setChange(null)} />}
        </>
      )}
    </Panel>
  );
}
