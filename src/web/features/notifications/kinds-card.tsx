import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { NotificationKinds, NotificationSettings } from '#contract/notifications.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from '#domain/notifications/notification.ts';
import { Card } from '#web/ui/card.tsx';
import { TickBox } from '#web/ui/checkbox.tsx';
import { Switch } from '#web/ui/switches.tsx';
import { useChoose } from './api.ts';
import { SaveNote, SaveProblem } from './save-note.tsx';

type Channel = 'push' | 'telegram' | 'mail';

/** Selects notifications: a row for each kind, a box for each channel. */
export function KindsCard({ settings }: { settings: NotificationSettings }) {
  const t = useTranslations('notifications');
  const { choose, save } = useChoose();
  const { kinds, telegram_on } = settings.choices;
  const channels: Channel[] = settings.telegram === 'unavailable' ? ['push', 'mail'] : ['push', 'telegram', 'mail'];
  const isReady = {
    push: true,
    telegram: settings.telegram === 'ready' && telegram_on,
    mail: settings.mail === 'ready',
  };
  return (
    <Card title={t('kinds_heading')} aside={<SaveNote save={save} />}>
      <p className="text-[13px] text-pretty text-muted">{t('kinds_lead')}</p>
      <SaveProblem save={save} />
      <table className="mt-3 w-full border-collapse">
        <thead>
          <tr className="border-b border-line text-[12px] font-[550] text-faint">
            <th scope="col" className="py-2 text-left font-[550]">
              {t('kind_column')}
            </th>
            {channels.map((channel) => (
              <th key={channel} scope="col" className="w-[66px] px-0.5 py-2 text-center font-[550] md:w-[110px]">
                {t(`channel.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NOTIFICATION_KINDS.map((kind) => (
            <KindRow
              key={kind}
              kind={kind}
              kinds={kinds}
              channels={channels}
              isReady={isReady}
              onChange={(changed) => choose({ kinds: changed })}
            />
          ))}
        </tbody>
      </table>
      <div className="mt-3.5 grid gap-3.5 empty:hidden">
        <Missing settings={settings} />
        {settings.telegram === 'ready' && (
          <div className="grid justify-items-start">
            <Switch label={t('telegram_on')} checked={telegram_on} onChange={(isOn) => choose({ telegram_on: isOn })} />
          </div>
        )}
      </div>
    </Card>
  );
}

interface KindRowProps {
  kind: NotificationKind;
  kinds: NotificationKinds;
  channels: readonly Channel[];
  isReady: Record<Channel, boolean>;
  onChange: (kinds: NotificationKinds) => void;
}

function KindRow({ kind, kinds, channels, isReady, onChange }: KindRowProps) {
  const t = useTranslations('notifications');
  const id = useId();
  const chosen: Partial<Record<Channel, boolean>> = kinds[kind];
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="py-3 pr-2 text-left font-normal">
        <span id={id} className="block text-[14px] font-[550]">
          {t(`kind.${kind}`)}
        </span>
        {kind in HINTED && (
          <span className="block text-[12px] text-pretty text-faint">{t(`kind_hint.${kind as keyof typeof HINTED}`)}</span>
        )}
      </th>
      {channels.map((channel) => {
        const isOn = chosen[channel];
        return (
          <td key={channel} className="text-center">
            {isOn !== undefined && (
              <TickBox
                aria-label={t('cell', { kind: t(`kind.${kind}`), channel: t(`channel.${channel}`) })}
                checked={isOn}
                disabled={!isReady[channel]}
                onChange={(isWanted) => onChange({ ...kinds, [kind]: { ...chosen, [channel]: isWanted } })}
                className="thumb relative mx-auto"
              />
            )}
          </td>
        );
      })}
    </tr>
  );
}

const HINTED = { swing: true, tip_reminder: true, round_digest: true, bet: true, withdrawal: true };

/** Says what a channel lacks, and where to fix it. */
function Missing({ settings: { telegram, mail } }: { settings: NotificationSettings }) {
  const t = useTranslations('notifications');
  const link = (words: ReactNode) => (
    <Link to="/settings/security" className="font-semibold whitespace-nowrap underline underline-offset-2">
      {words}
    </Link>
  );
  return (
    <>
      {telegram === 'unbound' && <Line>{t.rich('telegram_unbound', { link })}</Line>}
      {telegram === 'blocked' && <Line>{t.rich('telegram_blocked', { link })}</Line>}
      {mail === 'unconfirmed' && <Line>{t.rich('mail_unconfirmed', { link })}</Line>}
    </>
  );
}

const Line = ({ children }: { children: ReactNode }) => <p className="text-[13px] text-pretty text-muted">{children}</p>;
