import { Eye, EyeOff, Timer } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useShield } from '#web/data/shield.ts';
import { classNames } from '#web/lib/class-names.ts';

/** Leads to the spoiler shield, and shows whether one is worn now. Small to look at, as large as a thumb to press. */
export function ShieldLink({ className }: { className?: string }) {
  const t = useTranslations('shield');
  const shield = useShield((state) => state.shield);
  const isBehind = shield !== null && 'delaySeconds' in shield;
  const Icon = shield === null ? Eye : isBehind ? Timer : EyeOff;
  const name = isBehind ? t('now_delay', { seconds: shield.delaySeconds }) : t(shield === null ? 'now_off' : 'now_hide');
  return (
    <Link
      to="/spoiler-shield"
      aria-label={name}
      title={name}
      className={classNames('thumb flex-none transition-colors', shield === null ? 'text-faint hover:text-text' : 'text-accent', className)}
    >
      <Icon size={17} aria-hidden />
    </Link>
  );
}
