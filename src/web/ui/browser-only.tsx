import { useTranslations } from 'use-intl';
import { copyText } from '#web/lib/copy-text.ts';
import { Button } from './button.tsx';

/** Google refuses to show its page inside other apps: says so, and hands out the address for a browser of its own. */
export function BrowserOnly() {
  const t = useTranslations();
  return (
    <div role="status" className="rounded-control bg-raised px-3 py-2.5 text-[13.5px]">
      <p>{t('errors.browser_only')}</p>
      <Button look="quiet" size="s" className="mt-2" onClick={() => void copyText(window.location.href)}>
        {t('oauth.copy_address')}
      </Button>
    </div>
  );
}
