import { useState } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { TrackRecord } from '#contract/forecasts.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Tag } from '#web/ui/card.tsx';
import { ProbabilityBar } from '#web/ui/probability-bar.tsx';

/** Number of forecasts shown at first: the latest, not a selection. */
const SHOWN_FIRST = 20;

/** Lists the last forecasts, right and wrong ones alike. */
export function RecentCard({ recent, hasDraw }: { recent: TrackRecord['recent']; hasDraw: boolean }) {
  const t = useTranslations('track_record');
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? recent : recent.slice(0, SHOWN_FIRST);
  return (
    <Card title={t('recent')} aside={t('recent_aside', { hits: recent.filter(isRight).length, count: recent.length })}>
      <p className="mb-2 text-[12.5px] text-muted">{t('recent_note')}</p>
      <ul>
        {shown.map((past) => (
          <PastForecast key={past.match_id} past={past} hasDraw={hasDraw} />
        ))}
      </ul>
      {shown.length < recent.length && (
        <Button look="quiet" size="s" wide onClick={() => setWhole(true)}>
          {t('show_all')}
        </Button>
      )}
    </Card>
  );
}

function PastForecast({ past, hasDraw }: { past: Past; hasDraw: boolean }) {
  const t = useTranslations('track_record');
  const format = useFormatter();
  const nameOf = useLocalName();
  const { match_id, score, model, market, outcome } = past;
  const [home, away] = [nameOf(past.home), nameOf(past.away)];
  const percent = (share: number) => format.number(share, { style: 'percent' });
  const right = isRight(past);
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-t border-line py-3 hover:bg-[color-mix(in_oklab,var(--raised)_60%,transparent)] md:grid-cols-[56px_minmax(0,1fr)_150px_170px_64px] md:py-2.5">
      <span className="text-[12.5px] text-muted max-md:hidden">{format.dateTime(new Date(past.kickoff_at), 'day')}</span>
      <Link
        to={`/match/${match_id}`}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] gap-x-3 font-[530] after:absolute after:inset-0"
      >
        <span className="truncate" title={home}>
          {home}
        </span>
        <span className="num">{score[0]}</span>
        <span className="truncate" title={away}>
          {away}
        </span>
        <span className="num">{score[1]}</span>
      </Link>
      <div className="max-md:order-3">
        <ProbabilityBar probability={model} hasDraw={hasDraw} source={null} />
      </div>
      <p className="text-[12.5px] text-muted max-md:order-4 max-md:text-right md:whitespace-nowrap">
        <span className="block">{t('gave', { percent: percent(model[outcome]) })}</span>
        {market && <span className="block">{t('market_gave', { percent: percent(market[outcome]) })}</span>}
      </p>
      <span className="grid justify-items-end gap-1 max-md:order-2">
        <Tag tone={right ? 'good' : 'bad'}>{t(right ? 'hit' : 'miss')}</Tag>
        <span className="text-[12px] text-muted md:hidden">{format.dateTime(new Date(past.kickoff_at), 'day')}</span>
      </span>
    </li>
  );
}

type Past = TrackRecord['recent'][number];

/** Returns whether the likeliest outcome came true; of two equally likely ones, either counts. */
const isRight = ({ model, outcome }: Past): boolean => model[outcome] === Math.max(model.home, model.draw, model.away);
