import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { LeagueRef, MatchDetail, TeamRef } from '#contract/matches.ts';
import { crestOf } from '#domain/matches/crest.ts';
import type { Side } from '#domain/matches/sport.ts';
import { sideBehind } from '#web/data/match-state.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useRoundName } from '#web/lib/round-name.ts';
import { useIsPhone } from '#web/lib/use-media.ts';
import { FavoriteStar } from '#web/ui/favorite-star.tsx';
import { Flag } from '#web/ui/flag.tsx';
import { ShieldLink } from '#web/ui/site-links.tsx';
import { Crest } from '#web/ui/team-name.tsx';
import { CardIcon } from './event-icon.tsx';
import { MatchActions } from './match-actions.tsx';
import { PartsTable } from './parts-table.tsx';
import { Scorers } from './scorers.tsx';
import { Standing, StandingNotes } from './standing.tsx';

/** Shows the teams, place, time and score, on a background in the teams' colours. */
export function MatchHeader({ match }: { match: MatchDetail }) {
  const t = useTranslations('match');
  const format = useFormatter();
  const nameOf = useLocalName();
  const roundName = useRoundName();
  const { league, venue, kickoff_at } = match;
  const kickoff = kickoff_at && format.dateTime(new Date(kickoff_at), 'day_time');
  return (
    <section
      className="rounded-[20px] border border-line bg-surface px-4 pt-3.5 pb-1 md:px-6 md:pt-[18px]"
      style={{ backgroundImage: `${glow(match.home, '0%')}, ${glow(match.away, '100%')}` }}
    >
      <div className="flex items-center gap-2.5 text-[13px] text-muted">
        <Flag code={league.country_code} className="max-md:hidden" />
        <p className="min-w-0 truncate max-md:max-w-[38%] max-md:flex-none">
          {/* On phones the bar already names the league. */}
          <span className="max-md:hidden">
            <Link to={hasPage(league) ? `/leagues/${league.id}/standings` : `/matches?league=${league.id}`} className="hover:text-text">
              {nameOf(league)}
            </Link>
            {' · '}
          </span>
          {roundName([match.round], league.sport)}
        </p>
        <p className="ml-auto flex min-w-0 justify-end">
          {venue && (
            <span className="truncate" title={venue}>
              {venue}
            </span>
          )}
          <span className="flex-none whitespace-pre">
            {venue && kickoff && ' · '}
            {kickoff}
          </span>
        </p>
        <MatchActions match={match} />
        {/* Far enough from the star to press either with a thumb. */}
        <ShieldLink className="pointer-coarse:mr-[19px]" />
        <FavoriteStar kind="match" id={match.id} name={t('versus', { home: nameOf(match.home), away: nameOf(match.away) })} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-start gap-3 pt-3.5 pb-2 md:items-center md:gap-8">
        <HeaderSide match={match} side="home" />
        <Standing match={match} />
        <HeaderSide match={match} side="away" />
      </div>
      <StandingNotes match={match} />
      {match.referee && <p className="truncate pb-2 text-center text-[12.5px] text-faint">{t('referee', { name: match.referee })}</p>}
      <PartsTable match={match} />
      <Scorers match={match} />
    </section>
  );
}

/** Whether the league's own page is worth a link: a table, or a tournament's rounds. For football's cups the day's matches say more. */
const hasPage = ({ form, sport }: LeagueRef): boolean => form === 'league' || sport !== 'football';

/** A gradient of a team's colour from an upper corner, limited for legible text: white becomes grey, dark colours pale. */
function glow(team: TeamRef, from: '0%' | '100%'): string {
  const [colour] = crestOf(team.name, team.colours).colours;
  const onDark = `color-mix(in oklab, oklch(from ${colour} min(l, 0.45) c h) 36%, transparent)`;
  const onLight = `color-mix(in oklab, oklch(from ${colour} max(l, 0.55) c h) 22%, transparent)`;
  return `radial-gradient(120% 160% at ${from} 0%, light-dark(${onLight}, ${onDark}), transparent 46%)`;
}

/** Letters of a word that would be broken beside the score on a phone, such as "Meridianbet". */
const LONG_WORD = 11;
const longestWord = (name: string): number => Math.max(...name.split(/[\s/-]+/).map(({ length }) => length));

function HeaderSide({ match, side }: { match: MatchDetail; side: Side }) {
  const t = useTranslations('match');
  const nameOf = useLocalName();
  const isPhone = useIsPhone();
  const { position, form } = match.standing[side];
  const results = form.map((result) => t(`result_short.${result}`)).join('');
  const spoken = t('form', { results: form.map((result) => t(`result.${result}`)).join(', ') });
  const name = nameOf(match[side]);
  return (
    <div
      className={classNames(
        'relative flex min-w-0 flex-col items-center gap-2 text-center md:gap-[18px]',
        side === 'home' ? 'md:flex-row md:text-left' : 'md:flex-row-reverse md:text-right',
      )}
    >
      <Crest team={match[side]} size={isPhone ? 44 : 58} />
      <div className="min-w-0 max-w-full">
        <h2
          className={classNames(
            'line-clamp-3 leading-[1.15] font-bold tracking-[-0.01em] break-words hyphens-auto md:line-clamp-2 md:text-[24px]',
            longestWord(name) >= LONG_WORD ? 'text-[12.5px]' : 'text-[15px]',
            sideBehind(match) === side && match.status !== 'ns' && 'text-muted md:text-text',
          )}
        >
          {/* The crest and the whole side are part of the link: a name alone is too small to press. */}
          <Link
            to={`/team/${match[side].id}`}
            title={name}
            className="underline-offset-4 after:absolute after:-inset-1 after:rounded-control hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
          >
            {name}
          </Link>
        </h2>
        <div
          className={classNames(
            'mt-[3px] flex flex-wrap items-center justify-center gap-x-2 gap-y-1 text-[12.5px] text-muted',
            side === 'home' ? 'md:justify-start' : 'md:justify-end',
          )}
        >
          <RedCards count={match.red_cards[side]} />
          <p>
            {position !== null && t('place', { position })}
            {position !== null && form.length > 0 && ' · '}
            {form.length > 0 && (
              <span role="img" aria-label={spoken}>
                {results}
              </span>
            )}
          </p>
        </div>
      </div>
    </div>
  );
}

function RedCards({ count }: { count: number }) {
  const t = useTranslations('match');
  if (count === 0) return null;
  return (
    <span role="img" aria-label={t('red_cards', { count })} className="inline-flex gap-1">
      {Array.from({ length: count }, (_, index) => (
        <CardIcon key={index} className="bg-bad" />
      ))}
    </span>
  );
}
