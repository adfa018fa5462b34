import { useTranslations } from 'use-intl';
import { copyText } from '#web/lib/sharing.ts';
import { Button } from '#web/ui/button.tsx';

/** Shows a calendar's address, and ways to follow it: the device's own calendar, Google's, or any by pasting. */
export function AddressActions({ url }: { url: string }) {
  const t = useTranslations('calendars');
  const webcal = url.replace(/^https?:/, 'webcal:');
  return (
    <>
      <p className="rounded-control border border-line bg-bg px-3 py-2 text-[13px] break-all select-all">
        <span className="sr-only">{t('address')}: </span>
        {url}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button asChild className="flex-1">
          <a href={webcal}>{t('open')}</a>
        </Button>
        <Button look="quiet" asChild className="flex-1">
          <a href={`https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`} target="_blank" rel="noreferrer">
            {t('google')}
          </a>
        </Button>
        <Button look="quiet" className="flex-1" onClick={() => void copyText(url)}>
          {t('copy')}
        </Button>
      </div>
      <p className="text-[12.5px] text-pretty text-faint">{t('delay')}</p>
    </>
  );
}
