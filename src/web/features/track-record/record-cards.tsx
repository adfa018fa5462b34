import type { ForecastFigures, TrackRecord } from '#contract/forecasts.ts';
import type { Sport } from '#domain/sport.ts';
import { FiguresCard } from './figures-card.tsx';
import { Headline } from './headline.tsx';
import { LeadTimesCard } from './lead-times-card.tsx';
import type { LeagueFigures } from './league-order.ts';
import { LeaguesCard } from './leagues-card.tsx';
import { RecentCard } from './recent-card.tsx';
import { ReliabilityCard } from './reliability-card.tsx';
import { ScoreHitsCard } from './score-hits-card.tsx';

interface RecordCardsProps {
  record: TrackRecord;
  model: ForecastFigures;
  sport: Sport;
  hrefOf: (row: LeagueFigures) => string;
}

/** A track record that has something to tell: words first, then figures, then each forecast. */
export function RecordCards({ record, model, sport, hrefOf }: RecordCardsProps) {
  // A sport with draws has given them a chance somewhere; of the others none ever did.
  const hasDraw = sport === 'football' || record.reliability.draw.some(({ forecast }) => forecast > 0);
  return (
    <div className="grid grid-cols-1 gap-4">
      <Headline record={record} matches={model.matches} />
      <FiguresCard record={record} model={model} sport={sport} />
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
        <ReliabilityCard reliability={record.reliability} matches={model.matches} hasDraw={hasDraw} />
        <div className="grid grid-cols-1 gap-4">
          {record.hit_rate && <ScoreHitsCard hitRate={record.hit_rate} />}
          <LeadTimesCard leads={record.by_lead_time} />
        </div>
      </div>
      <LeaguesCard rows={record.by_league} hrefOf={hrefOf} />
      <RecentCard recent={record.recent} hasDraw={hasDraw} />
    </div>
  );
}
