import { useTranslations } from 'use-intl';
import { useMeta } from '#web/lib/meta.ts';
import { useTicking } from '#web/lib/use-now.ts';
import { Countdown } from '#web/ui/countdown.tsx';

/** Runs down the time that a review takes as a rule; when it has run out, says so, and where to ask. */
export function ReviewClock({ dueAt }: { dueAt: string }) {
  const t = useTranslations('redeem');
  const supportUrl = useMeta()?.support_url ?? null;
  const isLate = useTicking(1_000, (now) => now.getTime() >= Date.parse(dueAt));
  if (!isLate) {
    return (
      <p className="text-[13.5px]">
        {t.rich('decided_within', {
          time: () => (
            <span className="font-[680]">
              <Countdown until={dueAt} />
            </span>
          ),
        })}
      </p>
    );
  }
  return (
    <p role="status" className="text-[13.5px] text-pretty">
      {t('late')}{' '}
      {supportUrl && (
        <a href={supportUrl} className="font-semibold underline underline-offset-2">
          {t('support')}
        </a>
      )}
    </p>
  );
}
