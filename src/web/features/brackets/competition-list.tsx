import Check from 'lucide-react/icons/check';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { BracketCompetition } from '#contract/brackets.ts';
import { nowMs } from '#web/lib/clock.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useRoundName } from '#web/lib/round-name.ts';
import { Tag, type TagTone } from '#web/ui/card.tsx';

const TONES: Record<BracketCompetition['state'], TagTone> = { open: 'good', late: 'warn', waiting: 'quiet', closed: 'quiet' };

/** Returns the address of a competition's bracket. */
export function hrefOf({ league, season, section }: Pick<BracketCompetition, 'league' | 'season' | 'section'>): string {
  const query = new URLSearchParams({ season, ...(section !== '' && { section }) });
  return `/bracket/${league.id}?${query}`;
}

/** The competitions that have a bracket, each with what can be done. */
export function CompetitionList({ items }: { items: readonly BracketCompetition[] }) {
  const t = useTranslations('brackets');
  return (
    <ul className="grid gap-3 md:grid-cols-2">
      {items.map((item) => (
        <li key={`${item.league.id} ${item.season} ${item.section}`}>
          <Link
            to={hrefOf(item)}
            className="flex min-w-0 items-center gap-3 rounded-card border border-line bg-surface p-4 hover:border-line-strong"
          >
            <span className="min-w-0 flex-1">
              <Name item={item} />
              <Begin item={item} />
            </span>
            {item.is_entered && (
              <span className="flex flex-none items-center gap-1 text-[12.5px] text-accent">
                <Check size={14} aria-hidden />
                {t('entered')}
              </span>
            )}
            <Tag tone={TONES[item.state]}>{t(`state.${item.state}`)}</Tag>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Name({ item: { league, season, section } }: { item: BracketCompetition }) {
  const nameOf = useLocalName();
  const roundName = useRoundName();
  const part = section === '' ? '' : ` · ${roundName([section], league.sport)}`;
  return (
    <>
      <span className="block truncate font-[620]">{nameOf(league)}</span>
      <span className="block truncate text-[13px] text-muted">{`${season}${part}`}</span>
    </>
  );
}

function Begin({ item: { begins_at } }: { item: BracketCompetition }) {
  const t = useTranslations('brackets');
  const format = useFormatter();
  if (begins_at === null) return null;
  const at = new Date(begins_at);
  const when = format.dateTime(at, 'day_time');
  return <span className="mt-1 block text-[13px] text-muted">{t(at.getTime() > nowMs() ? 'begins' : 'began', { when })}</span>;
}
