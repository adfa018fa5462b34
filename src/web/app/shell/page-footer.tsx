import { Link } from 'react-router';
import { useTranslations } from 'use-intl';

export function PageFooter() {
  const t = useTranslations('shell');
  return (
    <footer className="flex flex-wrap items-center justify-center gap-x-5 gap-y-1 border-t border-line px-4 py-5 text-[12.5px] text-faint">
      <Link to="/track-record" className="thumb inline-flex items-center hover:text-text">
        {t('track_record')}
      </Link>
      <Link to="/spoiler-shield" className="thumb inline-flex items-center hover:text-text">
        {t('spoiler_shield')}
      </Link>
      <Link to="/terms" className="thumb inline-flex items-center hover:text-text">
        {t('terms')}
      </Link>
      <Link to="/privacy" className="thumb inline-flex items-center hover:text-text">
        {t('privacy')}
      </Link>
      <span>{t('adults_only')}</span>
    </footer>
  );
}
