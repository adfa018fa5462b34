import { useQuery } from '@tanstack/react-query';
import Heart from 'lucide-react/icons/heart';
import type { ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { SurvivorLeague } from '#contract/survivor.ts';
import { OPEN_RULES } from '#domain/tipping/survivor.ts';
import { errorText } from '#web/data/api-error.ts';
import { useSession } from '#web/data/session.ts';
import { toast } from '#web/data/toasts.ts';
import { listQuery, useMakeGame } from '#web/features/survivor/api.ts';
import { GameList, KindLine } from '#web/features/survivor/game-list.tsx';
import { MakeForm } from '#web/features/survivor/make-form.tsx';
import { loadBracketWords } from '#web/i18n/bracket-words.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useRoundName } from '#web/lib/round-name.ts';
import { usePage } from '#web/lib/use-page.ts';
import { Button } from '#web/ui/button.tsx';
import { SignInPrompt } from '#web/ui/obstacles.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { BracketsLink } from '#web/ui/site-links.tsx';

/** The words of this page, which no other page loads first. */
export const loadWords = loadBracketWords;

/** Survivor: the user's games, the open game of each league, and a game of one's own. */
export function SurvivorPage() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { user, booted } = useSession();
  const [params] = useSearchParams();
  usePage(t('titles.survivor'), { back: '/matches' });
  const { data, error, refetch } = useQuery(listQuery);
  const playable = data?.leagues.filter(({ rounds }) => rounds.length > 0) ?? [];
  return (
    <div className="page-width max-w-[1000px]!">
      <h1 className="text-[20px] font-[680] max-md:sr-only">{t('survivor.heading')}</h1>
      <p className="mt-1 mb-2 max-w-[72ch] text-muted">{t('survivor.lead')}</p>
      <BracketsLink className="relative mb-4" />
      {!data && error && <ErrorState title={t('survivor.list_failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div className="grid gap-3 md:grid-cols-2">
          {[0, 1, 2, 3].map((index) => (
            <Skeleton key={index} className="h-[98px] rounded-card" />
          ))}
        </div>
      )}
      {data && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          {user !== null && (
            <Section title={t('survivor.mine')}>
              {data.mine.length === 0 ? (
                <p className="text-[13.5px] text-muted">{t('survivor.mine_none')}</p>
              ) : (
                <GameList games={data.mine} />
              )}
            </Section>
          )}
          <Section title={t('survivor.open')} lead={t('survivor.open_lead')}>
            {data.leagues.length === 0 ? (
              <EmptyState icon={<Heart size={28} />} title={t('survivor.open_none')} hint={t('survivor.open_none_hint')} />
            ) : (
              <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2">
                {data.leagues.map((one) => (
                  <li key={one.league.id}>
                    <OpenLeague of={one} />
                  </li>
                ))}
              </ul>
            )}
          </Section>
          {playable.length > 0 && (
            <Section title={t('survivor.friends')} lead={t('survivor.friends_lead')}>
              {user === null ? (
                booted && <SignInPrompt icon={<Heart size={28} />} title={t('survivor.signed_out')} hint={t('survivor.signed_out_hint')} />
              ) : (
                <MakeForm
                  leagues={playable}
                  groups={data.groups}
                  groupId={params.get('group')}
                  onMade={(id) => void navigate(`/survivor/${id}`)}
                />
              )}
            </Section>
          )}
        </div>
      )}
    </div>
  );
}

function Section({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-[15px] font-[650]">{title}</h2>
      {lead && <p className="mt-0.5 max-w-[72ch] text-[13.5px] text-muted">{lead}</p>}
      <div className="mt-3">{children}</div>
    </section>
  );
}

/** A league's open game: to look at, or to begin with its next round. */
function OpenLeague({ of: { league, rounds, open } }: { of: SurvivorLeague }) {
  const t = useTranslations('survivor');
  const nameOf = useLocalName();
  const roundName = useRoundName();
  const format = useFormatter();
  const navigate = useNavigate();
  const { user } = useSession();
  const make = useMakeGame();
  const [next] = rounds;
  const begin = () =>
    make.mutate(
      {
        ...{ league_id: league.id, kind: 'open', group_id: null, round: next!.round },
        rules: { lives: OPEN_RULES.lives, draw_survives: false },
      },
      {
        onSuccess: ({ id }) => {
          toast('success', t('joined'));
          void navigate(`/survivor/${id}`);
        },
        onError: (error) => toast('error', errorText(error)),
      },
    );
  return (
    <div className="flex h-full min-w-0 flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-surface p-4">
      <div className="min-w-0 flex-1 basis-[55%]">
        <p className="truncate font-[620]" title={nameOf(league)}>
          {nameOf(league)}
        </p>
        {next && (
          <p className="text-[13px] text-muted">
            {t('round_from', { round: roundName([next.round], league.sport), when: format.dateTime(new Date(next.deadline), 'day_time') })}
          </p>
        )}
        {open && <KindLine game={open} className="block truncate text-[13px] text-muted" />}
      </div>
      {open || user === null ? (
        open && (
          <Button look="quiet" size="s" asChild>
            <Link to={`/survivor/${open.id}`}>
              {t(open.mine !== null ? 'tabs.mine' : open.state === 'joining' ? 'join' : `state.${open.state}`)}
            </Link>
          </Button>
        )
      ) : (
        <Button size="s" busy={make.isPending} onClick={begin}>
          {t('join')}
        </Button>
      )}
    </div>
  );
}
