import { useTranslations } from 'use-intl';
import type { BracketEntry } from '#contract/brackets.ts';
import type { LeagueRef, TeamRef } from '#contract/matches.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Card, Tag } from '#web/ui/card.tsx';
import { BracketTree, type ShownTie } from './bracket-tree.tsx';
import { Receipt } from './receipt.tsx';

interface EntryViewProps {
  entry: BracketEntry;
  league: LeagueRef;
  teams: readonly TeamRef[];
}

/** An entry that is final: what it has and can still reach, its tree, and its points one by one. */
export function EntryView({ entry, league, teams: all }: EntryViewProps) {
  const teams = new Map(all.map((team) => [team.id, team]));
  const { tree, score } = entry;
  const markOf = (team: number, stage: number | null): ShownTie['mark'] => {
    const line = score.lines.find(
      (one) => one.team === team && one.stage === stage && one.kind === (stage === null ? 'third_place' : 'advance'),
    );
    return line?.state === 'right' || line?.state === 'wrong' ? line.state : null;
  };
  const shown = (tie: BracketEntry['tree']['rounds'][number][number], stage: number | null): ShownTie => ({
    ...{ home: tie.home, away: tie.away, winner: tie.winner, isBye: tie.away === null, onPick: null },
    mark: markOf(tie.winner, stage),
    aside: (team) => tie.score && <span className="num w-5 flex-none text-center font-[620]">{tie.score[team === tie.home ? 0 : 1]}</span>,
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Summary entry={entry} teams={teams} />
      <BracketTree
        sport={league.sport}
        teams={teams}
        rounds={tree.rounds.map((ties) => ties.map((tie) => shown(tie, ties.length)))}
        thirdPlace={tree.thirdPlace && shown(tree.thirdPlace, null)}
      />
      <Receipt entry={entry} sport={league.sport} teams={teams} />
    </div>
  );
}

function Summary({ entry, teams }: { entry: BracketEntry; teams: ReadonlyMap<number, TeamRef> }) {
  const t = useTranslations('brackets');
  const nameOf = useLocalName();
  const { score, rank, is_late, tree } = entry;
  const final = tree.rounds.at(-1)![0]!;
  const team = nameOf(teams.get(final.winner)!);
  const hasWon = score.lines.some(
    ({ kind, stage, team: id, state }) => kind === 'advance' && stage === 1 && id === final.winner && state === 'right',
  );
  return (
    <Card>
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <Figure label={t('points')} value={String(score.points)} />
        <Figure label={t('possible')} value={String(score.possible)} />
        {rank && <Figure label={t('rank')} value={t('rank_of', { rank: rank.rank, entries: rank.entries })} />}
      </dl>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Tag tone={score.is_alive ? 'good' : 'bad'}>{t(hasWon ? 'won' : score.is_alive ? 'alive' : 'out', { team })}</Tag>
        {is_late && <Tag tone="warn">{t('is_late')}</Tag>}
        {rank !== null && rank.beats > 0 && <span className="text-[13px] text-muted">{t('beats', { share: rank.beats })}</span>}
      </div>
    </Card>
  );
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt className="text-[12.5px] text-muted">{label}</dt>
    <dd className="num text-[20px] font-[680]">{value}</dd>
  </div>
);
