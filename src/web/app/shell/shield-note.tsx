import EyeOff from 'lucide-react/icons/eye-off';
import Timer from 'lucide-react/icons/timer';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useShield } from '#web/data/shield.ts';

/** States that some results are hidden, so that the page is not mistaken for the current state, and links to the setting. */
export function ShieldNote() {
  const t = useTranslations('shield');
  const shield = useShield((state) => state.shield);
  if (shield === null) return null;
  const isBehind = 'delaySeconds' in shield;
  const Icon = isBehind ? Timer : EyeOff;
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2 border-b border-line bg-raised px-4 py-1 text-[13px]">
      <Icon size={15} aria-hidden className="flex-none text-accent" />
      {isBehind ? t('note_delay', { seconds: shield.delaySeconds }) : t('note_hide')}
      <Link to="/spoiler-shield" className="thumb inline-flex items-center font-[620] underline underline-offset-2">
        {t('change')}
      </Link>
    </p>
  );
}
