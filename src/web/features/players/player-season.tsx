import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { PlayerPage } from '#contract/players.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Card } from '#web/ui/card.tsx';
import { Flag } from '#web/ui/flag.tsx';

type Competition = PlayerPage['competitions'][number];

/** Shows a player's figures of the season by competition, and says where they are from. */
export function PlayerSeason({ page: { competitions, known, rated_by } }: { page: PlayerPage }) {
  const t = useTranslations();
  const nameOf = useLocalName();
  if (competitions.length === 0) return null;
  return (
    <Card title={t('player_page.season')}>
      <div className="grid grid-cols-1 gap-5">
        {competitions.map((competition) => (
          <section key={competition.league.id} aria-label={nameOf(competition.league)}>
            <h3 className="mb-2 text-[13px] font-[580]">
              <Link
                to={`/leagues/${competition.league.id}/standings`}
                className="inline-flex items-center gap-1.5 rounded-tag text-muted hover:text-text pointer-coarse:py-2"
              >
                <Flag code={competition.league.country_code} />
                {nameOf(competition.league)} <span className="num">{competition.season}</span>
              </Link>
            </h3>
            <Figures competition={competition} />
          </section>
        ))}
      </div>
      <p className="mt-4 text-[12.5px] text-muted">
        {t('team_page.known_from', known)} {t('team_page.by_name')}{' '}
        {rated_by.length > 0 && t('players.rated_by', { source: rated_by.join(', ') })}
      </p>
    </Card>
  );
}

function Figures({ competition }: { competition: Competition }) {
  const t = useTranslations('player_page');
  const format = useFormatter();
  const { appearances, starts, minutes, goals, penalties, assists, yellow_cards, red_cards, rating } = competition;
  const one = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const partly = (matches: number) => (matches < appearances ? t('of_matches', { known: matches, all: appearances }) : null);
  return (
    <dl className="num grid grid-cols-4 gap-1.5 sm:gap-2 lg:grid-cols-7">
      <Figure label={t('figure.appearances')} value={appearances} note={t('starts', { count: starts })} />
      {minutes && <Figure label={t('figure.minutes')} value={format.number(minutes.played)} note={partly(minutes.matches)} />}
      <Figure label={t('figure.goals')} value={goals} note={penalties > 0 ? t('penalties', { count: penalties }) : null} />
      <Figure label={t('figure.assists')} value={assists} />
      <Figure label={t('figure.yellow_cards')} value={yellow_cards} />
      <Figure label={t('figure.red_cards')} value={red_cards} />
      {rating && <Figure label={t('figure.rating')} value={format.number(rating.mean, one)} note={partly(rating.matches)} />}
    </dl>
  );
}

function Figure({ label, value, note = null }: { label: string; value: number | string; note?: string | null }) {
  return (
    <div className="flex min-w-0 flex-col rounded-control border border-line px-2 py-1.5 sm:px-2.5 sm:py-2">
      <dt className="text-[12px] break-words text-muted">{label}</dt>
      <dd className="text-[20px] leading-tight font-[650]">
        {value}
        {note && <small className="block text-[11.5px] leading-snug font-medium break-words text-muted">{note}</small>}
      </dd>
    </div>
  );
}
