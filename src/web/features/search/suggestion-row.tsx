import { CalendarSearch, RotateCw } from 'lucide-react';
import type { LiHTMLAttributes, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { SearchHit } from '#contract/search.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Flag } from '#web/ui/flag.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { Crest } from '#web/ui/team-name.tsx';

/** What can be chosen below the box: something found, another try, or the day's matches with what was typed. */
export type Choice = { kind: 'hit'; hit: SearchHit } | { kind: 'retry' } | { kind: 'day'; q: string };

export function choiceKey(choice: Choice | null): string {
  if (choice?.kind !== 'hit') return choice?.kind ?? '';
  const { hit } = choice;
  return hit.kind === 'team' ? `team:${hit.team.id}` : `league:${hit.league.id}`;
}

interface SuggestionRowProps {
  choice: Choice;
  countryName: (code: string | null) => string;
  isHighlighted: boolean;
  itemProps: LiHTMLAttributes<HTMLLIElement>;
}

export function SuggestionRow({ choice, countryName, isHighlighted, itemProps }: SuggestionRowProps) {
  return (
    <li
      {...itemProps}
      className={classNames(
        'grid min-h-11 cursor-pointer grid-cols-[24px_minmax(0,1fr)] items-center gap-x-3 rounded-control px-2.5 py-1.5',
        isHighlighted && 'bg-raised outline-2 -outline-offset-2 outline-accent',
      )}
    >
      <Content choice={choice} countryName={countryName} />
    </li>
  );
}

function Content({ choice, countryName }: Pick<SuggestionRowProps, 'choice' | 'countryName'>) {
  const t = useTranslations();
  const nameOf = useLocalName();
  if (choice.kind === 'retry') return <Line icon={<RotateCw size={16} />} name={t('common.retry')} />;
  if (choice.kind === 'day') return <Line icon={<CalendarSearch size={16} />} name={t('search.in_day', { q: choice.q })} isQuiet />;
  const { hit } = choice;
  if (hit.kind === 'team') {
    const league = hit.league && nameOf(hit.league);
    const sport = t(`matches.sports.${hit.sport}`);
    return <Line icon={<Crest team={hit.team} size={22} />} name={nameOf(hit.team)} notes={[t('search.team'), league ?? sport]} />;
  }
  const { league } = hit;
  const kind = t(league.form === 'cup' ? 'search.cup' : 'search.league');
  return (
    <Line
      icon={<Flag code={league.country_code} />}
      name={nameOf(league)}
      notes={[kind, t(`matches.sports.${league.sport}`), countryName(league.country_code)]}
    />
  );
}

function Line({ icon, name, notes = [], isQuiet }: { icon: ReactNode; name: string; notes?: string[]; isQuiet?: boolean }) {
  return (
    <>
      <span aria-hidden className="grid justify-items-center text-muted">
        {icon}
      </span>
      <span className="min-w-0">
        <span className={classNames('block truncate text-[14px]', isQuiet ? 'text-muted' : 'font-[550]')}>{name}</span>
        {notes.length > 0 && <span className="block truncate text-[12.5px] text-muted">{notes.join(' · ')}</span>}
      </span>
    </>
  );
}

const WIDTHS = ['w-40', 'w-32', 'w-44'];

/** As large as what is found. */
export const SuggestionSkeleton = () =>
  WIDTHS.map((width) => (
    <div key={width} className="grid min-h-[52px] grid-cols-[24px_minmax(0,1fr)] items-center gap-x-3 px-2.5 py-1.5">
      <Skeleton className="size-[22px]" />
      <span className="grid gap-1.5">
        <Skeleton className={`h-3.5 ${width}`} />
        <Skeleton className="h-3 w-24" />
      </span>
    </div>
  ));
