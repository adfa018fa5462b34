import { useTranslations } from 'use-intl';
import type { BracketEntry, WireLine } from '#contract/brackets.ts';
import type { TeamRef } from '#contract/matches.ts';
import { stageName } from '#domain/matches/bracket.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useRoundName } from '#web/lib/round-name.ts';
import { Card } from '#web/ui/card.tsx';

interface ReceiptProps {
  entry: BracketEntry;
  sport: Sport;
  teams: ReadonlyMap<number, TeamRef>;
}

const TONES: Record<WireLine['state'], string> = {
  open: 'text-muted',
  right: 'text-good',
  close: 'text-good',
  wrong: 'text-bad',
  void: 'text-faint',
  late: 'text-faint',
};

/** Each prediction of an entry, how it came out, and what it brought; the points add up to those of the entry. */
export function Receipt({ entry: { score }, sport, teams }: ReceiptProps) {
  const t = useTranslations('brackets');
  return (
    <Card title={t('receipt')}>
      <p className="mb-2 text-[13px] text-muted">{t('receipt_lead')}</p>
      <ul className="grid md:grid-cols-2 md:gap-x-8">
        {score.lines.map((line) => (
          <Line key={`${line.kind} ${line.stage} ${line.team} ${line.opponent} ${line.place}`} line={line} sport={sport} teams={teams} />
        ))}
      </ul>
    </Card>
  );
}

function Line({ line, sport, teams }: { line: WireLine; sport: Sport; teams: ReadonlyMap<number, TeamRef> }) {
  const t = useTranslations('brackets');
  const nameOf = useLocalName();
  const roundName = useRoundName();
  const { kind, stage, group, place, score, state, points } = line;
  const named = (id: number | null) => (id !== null && teams.has(id) ? nameOf(teams.get(id)!) : '?');
  const team = named(line.team);
  const written = ([home, away]: readonly [number, number]) => `${home}–${away}`;
  const words = {
    group_place: () => t('line.group_place', { team, place: place ?? 0, group: roundName([group ?? ''], sport) }),
    qualified: () => t('line.qualified', { team }),
    advance: () => t(stage === 1 ? 'line.champion' : 'line.advance', { team }),
    third_place: () => t('line.third_place', { team }),
    score: () => t('line.score', { home: team, away: named(line.opponent), predicted: score ? written(score.predicted) : '' }),
  };
  const where = stage !== null && stage > 1 && kind !== 'qualified' ? roundName([stageName(stage)], sport) : null;
  const real = score?.real ? t('line.real', { score: written(score.real) }) : null;
  return (
    <li className="flex items-baseline justify-between gap-3 border-b border-line py-2 text-[13px]">
      <span className="min-w-0 wrap-anywhere">
        {words[kind]()}
        {(where ?? real) && <span className="text-muted">{` · ${[where, real].filter(Boolean).join(' · ')}`}</span>}
      </span>
      <span className={classNames('flex-none text-right', TONES[state])}>
        {t(`line_state.${state}`)}
        {points > 0 && <span className="num ml-2 font-[650]">{t('worth', { points })}</span>}
      </span>
    </li>
  );
}
