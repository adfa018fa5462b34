import { useFormatter, useTranslations } from 'use-intl';
import type { StakeRefusal } from '#domain/contest.ts';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import { DAY_AND_TIME } from '#web/lib/date-formats.ts';
import { useMeta } from '#web/lib/meta.ts';

interface StakeProblemProps {
  id: string;
  /** What the page itself found wrong; it goes before what the server said of an earlier try. */
  refusal: StakeRefusal | null;
  error: Error | null;
  isUnsure: boolean;
}

/** What no sentence goes without, whether or not it says it. */
const NOTHING = { min: 0, max: 0, left: 0, kind: '', period: '' };

/** What speaks against a stake, in one sentence, and the way to more points where there is one. */
export function StakeProblem({ id, refusal, error, isUnsure }: StakeProblemProps) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const supportUrl = useMeta()?.support_url ?? null;
  /** Until when it is so: time away, or the period of a limit. */
  const when = ({ until, resets_at }: NonNullable<StakeRefusal['params']>) => {
    const moment = until ?? resets_at;
    return moment === undefined ? '' : format.dateTime(new Date(moment), DAY_AND_TIME);
  };
  const words = () => {
    if (refusal) return t(`errors.${refusal.code}`, { ...NOTHING, ...refusal.params, when: when(refusal.params ?? {}) });
    if (error === null) return null;
    return isUnsure ? `${errorText(error)} ${t('unsure')}` : errorText(error);
  };
  const code = refusal?.code ?? (error instanceof ApiError ? error.code : null);
  const said = words();
  return (
    <p id={id} role="alert" className="text-[12.5px] text-bad not-empty:mt-2">
      {said}
      {said && code === 'insufficient_points' && supportUrl && (
        <>
          {' '}
          <a href={supportUrl} className="font-semibold underline underline-offset-2">
            {t('top_up')}
          </a>
        </>
      )}
    </p>
  );
}
