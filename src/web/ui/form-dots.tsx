import { useTranslations } from 'use-intl';
import type { StandingRow } from '#contract/leagues.ts';
import { classNames } from '#web/lib/class-names.ts';

type Results = StandingRow['form'];

const DOTS: Record<Results[number], string> = { W: 'bg-good', D: 'bg-faint', L: 'bg-bad' };
const LETTERS: Record<Results[number], string> = { W: 'text-good', D: 'text-muted', L: 'text-bad' };

interface FormDotsProps {
  /** Newest last. */
  form: Results;
  /** As letters if there is room: they can be told apart without colours. */
  letters?: boolean;
}

/** A team's last results, from left to right. */
export function FormDots({ form, letters }: FormDotsProps) {
  const t = useTranslations('match');
  if (form.length === 0) return <span className="text-faint">–</span>;
  const label = t('form', { results: form.map((result) => t(`result.${result}`)).join(', ') });
  return (
    <span role="img" aria-label={label} className={classNames('inline-flex items-center', letters ? 'num gap-1 text-[12px]' : 'gap-[3px]')}>
      {form.map((result, index) =>
        letters ? (
          <b key={index} className={classNames('grid size-5 place-items-center rounded-tag bg-raised font-bold', LETTERS[result])}>
            {t(`result_short.${result}`)}
          </b>
        ) : (
          <i key={index} className={classNames('size-1.5 rounded-full', DOTS[result])} />
        ),
      )}
    </span>
  );
}
