import { useQuery } from '@tanstack/react-query';
import Heart from 'lucide-react/icons/heart';
import { type ReactNode, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { SurvivorGame } from '#contract/survivor.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { useSession } from '#web/data/session.ts';
import { toast } from '#web/data/toasts.ts';
import { gameQuery, useGameChanges } from '#web/features/survivor/api.ts';
import { Receipt, StandingLine } from '#web/features/survivor/entry-view.tsx';
import { KindLine } from '#web/features/survivor/game-list.tsx';
import { PickList } from '#web/features/survivor/pick-list.tsx';
import { SurvivorTable } from '#web/features/survivor/survivor-table.tsx';
import { loadBracketWords } from '#web/i18n/bracket-words.ts';
import { oneOf } from '#web/lib/address-values.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { shareLink } from '#web/lib/sharing.ts';
import { usePage } from '#web/lib/use-page.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { NotFound, SignInPrompt } from '#web/ui/obstacles.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { RemovalDialog } from '#web/ui/removal-dialog.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

/** The words of this page, which no other page loads first. */
export const loadWords = loadBracketWords;

const TABS = ['mine', 'table', 'rules'] as const;

/** A survivor game: the user's picks, the table, the rules. */
export function SurvivorGamePage() {
  const t = useTranslations();
  const nameOf = useLocalName();
  const gameId = useParams().gameId!;
  const [params, setParams] = useSearchParams();
  const { data, error, refetch } = useQuery(gameQuery(gameId));
  const title = data ? t('survivor.share_title', { league: nameOf(data.league) }) : t('titles.survivor_game');
  usePage(title, { back: '/survivor' });
  if (!data && error instanceof ApiError && error.status === 404) return <NotFound title={t('survivor.missing')} />;
  if (!data && error) return <ErrorState title={t('survivor.failed')} error={error} onRetry={() => void refetch()} />;
  const contents: Record<(typeof TABS)[number], (game: SurvivorGame) => ReactNode> = {
    mine: (game) => <Mine game={game} />,
    table: (game) => <SurvivorTable gameId={game.id} of={game.rules.lives} />,
    rules: (game) => <Rules game={game} />,
  };
  return (
    <div className="page-width max-w-[1000px]!">
      <h1 className="min-w-0 text-[20px] font-[680] wrap-anywhere max-md:sr-only">{title}</h1>
      {data && <KindLine game={data} className="mt-1 mb-3 block text-[13.5px] wrap-anywhere text-muted" />}
      {!data && <Skeleton className="h-[560px] rounded-card" />}
      {data && <Winners game={data} />}
      {data && (
        <Tabs
          label={t('survivor.tabs_label')}
          value={oneOf(TABS, params.get('tab')) ?? 'mine'}
          onChange={(tab) => setParams(tab === 'mine' ? {} : { tab }, { replace: true, preventScrollReset: true })}
          tabs={TABS.map((value) => ({ value, label: t(`survivor.tabs.${value}`), content: contents[value](data) }))}
        />
      )}
    </div>
  );
}

function Winners({ game: { winners } }: { game: SurvivorGame }) {
  const t = useTranslations('survivor');
  if (winners === null) return null;
  const text = winners.length === 0 ? t('winners_none') : t('winners', { count: winners.length, names: winners.join(', ') });
  return <p className="mb-3 rounded-card border border-line bg-accent-soft px-4 py-3 font-[620] wrap-anywhere">{text}</p>;
}

/** The user's part: to join, to pick, and what became of the picks. */
function Mine({ game }: { game: SurvivorGame }) {
  const t = useTranslations('survivor');
  const { user, booted } = useSession();
  const { mine, next, rules, state, winners } = game;
  // The last players may all have fallen in the same round, and have won.
  const hasWon = winners !== null && winners.length > 0 && mine?.rank?.rank === 1;
  if (!booted) return <Skeleton className="h-[420px] rounded-card" />;
  if (user === null && state !== 'over')
    return <SignInPrompt icon={<Heart size={28} />} title={t('signed_out')} hint={t('signed_out_hint')} />;
  if (mine === null) return <Outside game={game} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card>
        <StandingLine entry={mine} of={rules.lives} hasWon={hasWon} />
        <Actions game={game} mine={mine} />
      </Card>
      {mine.out === null && next && <PickList game={game} next={next} />}
      {mine.out === null && !next && state !== 'over' && (
        <EmptyState icon={<Heart size={28} />} title={t('pick_none')} hint={t('pick_none_hint')} />
      )}
      <Receipt lines={mine.lines} of={rules.lives} title={t('past')} />
    </div>
  );
}

function Outside({ game }: { game: SurvivorGame }) {
  const t = useTranslations('survivor');
  const format = useFormatter();
  const { join } = useGameChanges(game.id);
  const { can_join, next, players, state } = game;
  if (!can_join || next === null) {
    const toAll = (
      <Button look="quiet" asChild>
        <Link to="/survivor">{t('to_all')}</Link>
      </Button>
    );
    if (state === 'joining')
      return <EmptyState icon={<Heart size={28} />} title={t(next === null ? 'pick_none' : 'members_only')} action={toAll} />;
    return <EmptyState icon={<Heart size={28} />} title={t('too_late')} hint={t('too_late_hint')} action={toAll} />;
  }
  return (
    <Card>
      <p className="mb-3">{t('join_until', { when: format.dateTime(new Date(next.deadline), 'day_time'), players })}</p>
      <FormAlert message={join.error && errorText(join.error)} />
      <Button
        busy={join.isPending}
        onClick={() => join.mutate(undefined, { onSuccess: () => toast('success', t('joined')) })}
        className="mt-2 max-md:w-full"
      >
        {t('join')}
      </Button>
    </Card>
  );
}

/** The link for friends before the beginning, that of one's own picks afterwards. */
function Actions({ game, mine }: { game: SurvivorGame; mine: NonNullable<SurvivorGame['mine']> }) {
  const t = useTranslations('survivor');
  const nameOf = useLocalName();
  const [isLeaving, setLeaving] = useState(false);
  const { leave } = useGameChanges(game.id);
  const text = t('share_title', { league: nameOf(game.league) });
  const isJoining = game.state === 'joining';
  const url = `${window.location.origin}/survivor/${isJoining ? game.id : `entry/${mine.id}`}`;
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button look="quiet" size="s" onClick={() => void shareLink({ title: 'Matchpoint', text, url })}>
        {t(isJoining ? 'invite' : 'share')}
      </Button>
      {isJoining && (
        <Button look="plain" size="s" onClick={() => setLeaving(true)}>
          {t('leave')}
        </Button>
      )}
      <RemovalDialog
        open={isLeaving}
        title={t('leave_title')}
        lead={t('leave_lead')}
        submit={t('leave')}
        onClose={() => setLeaving(false)}
        onRemove={async () => {
          await leave.mutateAsync();
          toast('success', t('left'));
        }}
      />
    </div>
  );
}

function Rules({ game: { rules, has_model } }: { game: SurvivorGame }) {
  const t = useTranslations('survivor.rule');
  const { lives, draw_survives } = rules;
  const sentences = [
    t('pick'),
    t(draw_survives ? 'win_or_draw' : 'win'),
    t('lives', { lives }),
    ...(lives === 1 ? [t('missed')] : []),
    ...[t('once'), t('void'), t('hidden'), t('end'), t(has_model ? 'model' : 'no_model')],
  ];
  return (
    <Card className="max-w-[640px]">
      <ul className="grid list-disc gap-2 pl-5 text-pretty">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Card>
  );
}
