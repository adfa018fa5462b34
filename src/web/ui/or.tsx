import { useTranslations } from 'use-intl';
import { classNames } from '#web/lib/class-names.ts';

/** "or", on a line between two ways. */
export function Or({ className }: { className?: string }) {
  const t = useTranslations('oauth');
  return (
    <p
      className={classNames(
        'flex items-center gap-3 text-[12.5px] text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line',
        className,
      )}
    >
      {t('or')}
    </p>
  );
}
