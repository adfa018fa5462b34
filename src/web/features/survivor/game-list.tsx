import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { SurvivorBrief } from '#contract/survivor.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Tag, type TagTone } from '#web/ui/card.tsx';

const TONES: Record<SurvivorBrief['state'], TagTone> = { joining: 'good', running: 'accent', over: 'quiet' };

/** Games as cards, each with what its user is asked. */
export function GameList({ games }: { games: readonly SurvivorBrief[] }) {
  const t = useTranslations('survivor');
  const nameOf = useLocalName();
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2">
      {games.map((game) => (
        <li key={game.id}>
          <Link
            to={`/survivor/${game.id}`}
            className="flex h-full min-w-0 items-start gap-3 rounded-card border border-line bg-surface p-4 hover:border-line-strong"
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate font-[620]">{nameOf(game.league)}</span>
              <KindLine game={game} className="block truncate text-[13px] text-muted" />
              <Standing game={game} />
            </span>
            <Tag tone={TONES[game.state]}>{t(`state.${game.state}`)}</Tag>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Whose game it is, and how many play. */
export function KindLine({ game, className }: { game: Pick<SurvivorBrief, 'kind' | 'group' | 'made_by' | 'players'>; className?: string }) {
  const t = useTranslations('survivor');
  const { kind, group, made_by, players } = game;
  const whose = group?.name ?? (made_by === null ? t(`kind.${kind}`) : t('made_by', { name: made_by }));
  const text = `${whose} · ${t('players', { count: players })}`;
  return (
    <span className={className} title={text}>
      {text}
    </span>
  );
}

function Standing({ game: { mine, pick_until } }: { game: SurvivorBrief }) {
  const t = useTranslations('survivor');
  const format = useFormatter();
  if (mine === null) return null;
  if (mine.out !== null) return <span className="mt-1 block text-[13px] text-muted">{t('you_out', { round: mine.out })}</span>;
  return (
    <span className="mt-1 flex flex-wrap gap-x-3 text-[13px]">
      <span className="text-good">{t('you_in', { lives: mine.lives })}</span>
      {pick_until && <span className="text-warn">{t('pick_until', { when: format.dateTime(new Date(pick_until), 'day_time') })}</span>}
    </span>
  );
}
