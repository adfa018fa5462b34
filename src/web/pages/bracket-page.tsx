import { useQuery } from '@tanstack/react-query';
import Trophy from 'lucide-react/icons/trophy';
import { type ReactNode, useMemo } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { BracketChallenge } from '#contract/brackets.ts';
import { ApiError } from '#web/data/api-error.ts';
import { useSession } from '#web/data/session.ts';
import { type BracketAddress, bracketQuery } from '#web/features/brackets/api.ts';
import { BracketForm } from '#web/features/brackets/bracket-form.tsx';
import { EntryView } from '#web/features/brackets/entry-view.tsx';
import { Ranking } from '#web/features/brackets/ranking.tsx';
import { RulesTab } from '#web/features/brackets/rules-tab.tsx';
import { loadBracketWords } from '#web/i18n/bracket-words.ts';
import { oneOf } from '#web/lib/address-values.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { shareLink } from '#web/lib/sharing.ts';
import { usePage } from '#web/lib/use-page.ts';
import { Button } from '#web/ui/button.tsx';
import { NotFound, SignInPrompt } from '#web/ui/obstacles.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

/** The words of this page, which no other page loads first. */
export const loadWords = loadBracketWords;

const TABS = ['mine', 'table', 'rules'] as const;
const SEASON_LENGTH_MAX = 40;
const SECTION_LENGTH_MAX = 120;

/** A competition's bracket: the user's own, the table, the rules. */
export function BracketPage() {
  const t = useTranslations();
  const nameOf = useLocalName();
  const [params, setParams] = useSearchParams();
  const leagueId = Number(useParams().leagueId);
  const season = params.get('season')?.slice(0, SEASON_LENGTH_MAX) || null;
  const section = params.get('section')?.slice(0, SECTION_LENGTH_MAX) ?? '';
  const address = useMemo((): BracketAddress => ({ leagueId, season, section }), [leagueId, season, section]);
  const { data, error, refetch } = useQuery(bracketQuery(address));
  const title = data ? t('titles.bracket', { league: nameOf(data.league) }) : t('titles.brackets');
  usePage(title, { back: '/bracket' });
  if (!data && error instanceof ApiError && error.status === 404) return <NotFound title={t('titles.bracket_missing')} />;
  if (!data && error) return <ErrorState title={t('brackets.failed')} error={error} onRetry={() => void refetch()} />;
  const change = (changes: Record<string, string | null>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) value === null ? next.delete(name) : next.set(name, value);
    setParams(next, { replace: true, preventScrollReset: true });
  };
  const contents: Record<(typeof TABS)[number], () => ReactNode> = {
    mine: () => data && <Mine key={data.shape?.drawn ?? ''} address={address} challenge={data} />,
    table: () => (
      <Ranking
        address={address}
        isLate={params.get('late') === '1'}
        onChange={(isLate) => change({ late: isLate ? '1' : null })}
        mineId={data?.mine?.id ?? null}
      />
    ),
    rules: () => data && <RulesTab challenge={data} />,
  };
  return (
    <div className="page-width">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="min-w-0 text-[20px] font-[680] wrap-anywhere max-md:sr-only">{title}</h1>
        {data && (
          <Link
            to={`/leagues/${leagueId}/standings?tab=draw&season=${encodeURIComponent(data.season)}`}
            className="thumb relative text-[13px] font-[550] text-muted underline underline-offset-2 hover:text-text"
          >
            {t('brackets.to_draw')}
          </Link>
        )}
      </div>
      {!data && <Skeleton className="h-[560px] rounded-card" />}
      {data && (
        <Tabs
          label={t('brackets.tabs_label')}
          value={oneOf(TABS, params.get('tab')) ?? 'mine'}
          onChange={(tab) => change({ tab: tab === 'mine' ? null : tab })}
          tabs={TABS.map((value) => ({ value, label: t(`brackets.tabs.${value}`), content: contents[value]() }))}
        />
      )}
    </div>
  );
}

/** The user's own bracket: to fill in, final, or why there is none. */
function Mine({ address, challenge }: { address: BracketAddress; challenge: BracketChallenge }) {
  const t = useTranslations('brackets');
  const { user, booted } = useSession();
  const { state, shape, mine, league, teams } = challenge;
  if (!booted) return <Skeleton className="h-[420px] rounded-card" />;
  if (state === 'waiting') return <EmptyState icon={<Trophy size={28} />} title={t('waiting_title')} hint={t('waiting_hint')} />;
  if (user === null && state !== 'closed')
    return <SignInPrompt icon={<Trophy size={28} />} title={t('signed_out')} hint={t('signed_out_hint')} />;
  return (
    <>
      {mine && <ShareRow challenge={challenge} />}
      {shape && <BracketForm address={address} challenge={challenge} shape={shape} />}
      {!shape && mine && <EntryView entry={mine} league={league} teams={teams} />}
      {!shape && !mine && <EmptyState icon={<Trophy size={28} />} title={t('closed_title')} hint={t('closed_hint')} />}
    </>
  );
}

/** The link to the entry; it shows nothing before the first match. */
function ShareRow({ challenge: { mine, league } }: { challenge: BracketChallenge }) {
  const t = useTranslations('brackets');
  const nameOf = useLocalName();
  const url = `${window.location.origin}/bracket/entry/${mine!.id}`;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <Button
        look="quiet"
        size="s"
        onClick={() => void shareLink({ title: 'Matchpoint', text: t('share_title', { league: nameOf(league) }), url })}
      >
        {t('send')}
      </Button>
      {!mine!.is_locked && <p className="min-w-0 flex-1 text-[13px] text-muted">{t('share_hidden')}</p>}
    </div>
  );
}
