import { BadgeCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';

/**
 * Marks what the site itself or a moderator says. It is drawn by what the server says of a message (`kind`, `removed`) or of a mute, never for a
 * user's text or name; names cannot hold signs that look like it (domain/identity/misleading-name.ts).
 */
export function SiteBadge() {
  const t = useTranslations('chat');
  return (
    <span
      title={t('from_site_long')}
      className="inline-flex items-center gap-0.5 rounded-full bg-accent px-1.5 align-[-2px] font-[650] text-[10.5px] text-on-accent leading-[16px] not-italic"
    >
      <BadgeCheck size={11} aria-hidden />
      {t('from_site')}
    </span>
  );
}
