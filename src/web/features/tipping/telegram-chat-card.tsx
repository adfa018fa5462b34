import Send from 'lucide-react/icons/send';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { TippingGroup } from '#contract/tipping-groups.ts';
import type { askTelegramGroup } from '#contract/tipping-telegram.ts';
import { errorText } from '#web/data/api-error.ts';
import { useMeta, useOverview } from '#web/data/queries.tsx';
import { toast } from '#web/data/toasts.ts';
import { useTicking } from '#web/lib/clock.ts';
import { copyText } from '#web/lib/sharing.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useGroupChanges } from './api.ts';

/** The Telegram chat of a group: members see that there is one, and what is shown there; the owner connects it. */
export function TelegramChatCard({ group }: { group: TippingGroup }) {
  const t = useTranslations('tipping');
  const hasBot = useMeta()?.contacts.telegram ?? false;
  if (group.role === null || (!group.telegram && (group.role !== 'owner' || !hasBot))) return null;
  return (
    <Card title={t('telegram.heading')} className="print:hidden">
      {group.telegram ? <Connected group={group} telegram={group.telegram} /> : <Connect groupId={group.id} />}
    </Card>
  );
}

function Connected({ group, telegram }: { group: TippingGroup; telegram: NonNullable<TippingGroup['telegram']> }) {
  const t = useTranslations('tipping');
  const format = useFormatter();
  const { disconnectTelegram } = useGroupChanges();
  const [isBusy, setBusy] = useState(false);
  const disconnect = async () => {
    setBusy(true);
    try {
      await disconnectTelegram(group.id);
      toast('success', t('telegram.disconnected'));
    } catch (error) {
      toast('error', errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p className="flex items-center gap-2 font-[600]">
        <Send size={16} aria-hidden className="flex-none text-muted" />
        <bdi className="line-clamp-2 min-w-0 wrap-anywhere" title={telegram.title}>
          {telegram.title}
        </bdi>
      </p>
      <p className="mt-1 text-[13px] text-muted">{t('telegram.shown')}</p>
      <p className="num mt-1 text-[12px] text-faint">
        {t('telegram.since', { date: format.dateTime(new Date(telegram.since), 'day_year') })}
      </p>
      {(group.role === 'owner' || group.role === 'helper') && (
        <Button size="s" look="quiet" busy={isBusy} onClick={() => void disconnect()} className="mt-3">
          {t('telegram.disconnect')}
        </Button>
      )}
    </>
  );
}

function Connect({ groupId }: { groupId: string }) {
  const t = useTranslations('tipping');
  const isLinked = useOverview().data?.telegram_bound ?? true;
  const { askTelegram } = useGroupChanges();
  const [link, setLink] = useState<ReplyOf<typeof askTelegramGroup> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isOver = useTicking(1_000, (now) => link !== null && Date.parse(link.expires_at) <= now.getTime());
  const ask = async () => {
    setBusy(true);
    try {
      setLink(await askTelegram(groupId));
    } catch (error) {
      toast('error', errorText(error));
    } finally {
      setBusy(false);
    }
  };
  if (!isLinked) {
    return (
      <p className="text-[13px] text-muted">
        {t('telegram.link_first')}{' '}
        <Link to="/settings/security" className="thumb font-[550] text-text underline underline-offset-4">
          {t('telegram.to_settings')}
        </Link>
      </p>
    );
  }
  if (link === null || isOver) {
    return (
      <>
        <p className="mb-3 text-[13px] text-muted">{isOver ? t('telegram.expired') : t('telegram.lead')}</p>
        <Button size="s" busy={isBusy} onClick={() => void ask()}>
          {t('telegram.connect')}
        </Button>
      </>
    );
  }
  return (
    <>
      <p className="mb-3 text-[13px] text-muted">{t('telegram.choose')}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="s" asChild>
          <a href={link.url} target="_blank" rel="noopener noreferrer">
            {t('telegram.open')}
          </a>
        </Button>
        <Button size="s" look="quiet" onClick={() => void copyText(link.command)}>
          {t('telegram.copy')}
        </Button>
      </div>
    </>
  );
}
