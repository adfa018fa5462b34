import ChevronUp from 'lucide-react/icons/chevron-up';
import Medal from 'lucide-react/icons/medal';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useOverview } from '#web/data/queries.tsx';
import { classNames } from '#web/lib/class-names.ts';

const MARKS = [
  { name: 'first', Icon: Medal, colour: 'text-warn' },
  { name: 'second', Icon: Medal, colour: 'text-muted' },
  { name: 'third', Icon: Medal, colour: 'text-away' },
  { name: 'promoted', Icon: ChevronUp, colour: 'text-good' },
] as const;

/** Leads to the divisions, and shows the medals won there. */
export function DivisionsCard() {
  const t = useTranslations();
  const medals = useOverview().data?.medals;
  const won = MARKS.filter(({ name }) => medals && medals[name] > 0);
  return (
    <Link to="/divisions" className="rounded-card border border-line bg-surface px-4 py-3 hover:text-accent">
      <span className="font-semibold">{t('titles.divisions')}</span>
      {medals && won.length > 0 && (
        <span className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-[13px] text-muted">
          {won.map(({ name, Icon, colour }) => (
            <span key={name} className="flex items-center gap-1">
              <Icon size={15} aria-hidden className={classNames('flex-none', colour)} />
              {t(`account.medals.${name}`, { count: medals[name] })}
            </span>
          ))}
        </span>
      )}
    </Link>
  );
}
