import { CircleHelp, Monitor, Smartphone, Tablet } from 'lucide-react';
import { useFormatter, useLocale, useTranslations } from 'use-intl';
import type { SessionRow } from '#contract/account.ts';
import { DAY } from '#web/lib/date-formats.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/tag.tsx';

const ICONS = { desktop: Monitor, phone: Smartphone, tablet: Tablet, other: CircleHelp };

interface SessionItemProps {
  session: SessionRow;
  busy: boolean;
  onEnd: () => void;
}

/** A device: what it is, where it signed in, when it was last here. */
export function SessionItem({ session, busy, onEnd }: SessionItemProps) {
  const t = useTranslations('security');
  const { kind, browser, system } = session.device;
  const Icon = ICONS[kind];
  const name = browser && system ? t('device_on', { browser, system }) : (browser ?? system ?? t('device_unknown'));
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 first:pt-0 last:border-0">
      <Icon size={20} aria-hidden className="flex-none text-faint" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="min-w-0 font-[550] break-words">{name}</span>
          {session.current && <Tag>{t('this_device')}</Tag>}
        </p>
        <p className="text-[12.5px] text-muted">
          <Facts session={session} />
        </p>
      </div>
      <Button look="quiet" size="s" busy={busy} onClick={onEnd} aria-label={t('end_session_of', { device: name })}>
        {t('end_session')}
      </Button>
    </li>
  );
}

function Facts({ session: { current, country, created_at, last_seen_at } }: { session: SessionRow }) {
  const t = useTranslations('security');
  const format = useFormatter();
  const locale = useLocale();
  const now = useNow(30_000);
  const seen = new Date(last_seen_at);
  const place = country && new Intl.DisplayNames(locale, { type: 'region' }).of(country);
  // Clocks differ by a little: nobody was last seen in the future.
  const ago = format.relativeTime(seen < now ? seen : now, now);
  const facts = [
    place,
    current ? t('active_now') : t('last_seen', { ago }),
    t('signed_in_on', { date: format.dateTime(new Date(created_at), DAY) }),
  ];
  return facts.filter(Boolean).join(' · ');
}
