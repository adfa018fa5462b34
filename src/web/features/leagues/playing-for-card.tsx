import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { LeagueRef } from '#contract/matches.ts';
import { type Aim, aimsOf, playingFor } from '#domain/forecast/playing-for.ts';
import { Card, FactList } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { outlookQuery } from './api.ts';
import { Chance, OutlookSource, Spread, usePlayingForWords } from './outlook-parts.tsx';

interface PlayingForCardProps {
  teamId: number;
  league: LeagueRef;
}

const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

/** Says what a team plays for in its league. Shows nothing where the season has no outlook: the table says how it stands. */
export function PlayingForCard({ teamId, league }: PlayingForCardProps) {
  const t = useTranslations();
  const format = useFormatter();
  const say = usePlayingForWords();
  const { data, isPending } = useQuery(outlookQuery(league.id, { season: null }));
  if (isPending) return <Skeleton className="h-[260px] rounded-card" />;
  const outlook = data?.outlook;
  const own = outlook?.teams.find(({ team }) => team.id === teamId);
  if (!outlook || !own) return null;
  const aims = aimsOf(own, outlook.zones);
  // What ends at the top or the bottom of the table needs no "or better".
  const label = ({ kind, isBad }: Aim): string => {
    const zone = outlook.zones.find((one) => one.kind === kind);
    if (kind === 'title' || !zone) return t('outlook.title');
    const name = t(`leagues.zone.${kind}`);
    if (isBad) return zone.to >= own.places.length ? name : t('outlook.or_worse', { zone: name });
    return zone.from === 1 ? name : t('outlook.or_better', { zone: name });
  };
  const facts = [
    {
      label: t('outlook.expected_points'),
      value: `${format.number(own.expected_points, ONE_DECIMAL)} · ${t('outlook.left', { count: own.left })}`,
    },
    ...aims.map((aim) => ({ label: label(aim), value: <Chance finish={own} from={aim.from} to={aim.to} /> })),
  ];
  return (
    <Card
      title={t('outlook.heading')}
      aside={
        <Link to={`/leagues/${league.id}/standings?tab=outlook`} className="relative before:absolute before:-inset-3 hover:text-text">
          {t('outlook.to_outlook')}
        </Link>
      }
    >
      <p className="text-[15px] leading-snug font-[560]">{say(playingFor(aims), aims).join(' ')}</p>
      <Spread places={own.places} className="mt-3 block h-9 w-full" />
      <p aria-hidden className="num mt-1 flex justify-between text-[11.5px] text-faint">
        <span>1</span>
        <span>{own.places.length}</span>
      </p>
      <div className="num mt-1 text-[13px]">
        <FactList facts={facts} />
      </div>
      <p className="mt-2 text-[12.5px] text-muted">
        <OutlookSource outlook={outlook} />
      </p>
    </Card>
  );
}
