import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { BracketChallenge, WireShape } from '#contract/brackets.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { RemovalDialog } from '#web/ui/removal-dialog.tsx';
import { type BracketAddress, useSaveBracket, useWithdrawBracket } from './api.ts';
import { BracketTree, type ShownTie } from './bracket-tree.tsx';
import * as drafts from './draft.ts';
import { GroupOrders } from './group-orders.tsx';
import { ScoreField } from './score-field.tsx';

interface BracketFormProps {
  address: BracketAddress;
  challenge: BracketChallenge;
  shape: WireShape;
}

/** The bracket as it is filled in: groups in their order, then tap by tap to the champion. */
export function BracketForm({ address, challenge, shape: wire }: BracketFormProps) {
  const t = useTranslations('brackets');
  const nameOf = useLocalName();
  const shape = drafts.shapeOf(wire);
  const { mine, takes_scores } = challenge;
  const [draft, setDraft] = useState(() => drafts.startDraft(shape, mine?.tree ?? null));
  const [saved, setSaved] = useState(mine === null ? null : draft);
  const save = useSaveBracket(address, wire.drawn);
  const teams = new Map(challenge.teams.map((team) => [team.id, team]));
  const left = drafts.missing(shape, draft);
  const picks = drafts.picksOf(draft);
  const isSaved = saved === draft;
  const champion = teams.get(draft.winners.at(-1)?.[0] ?? 0);

  function send() {
    if (picks === null) return;
    save.mutate(picks, {
      onSuccess: () => {
        setSaved(draft);
        toast('success', t('saved'));
      },
    });
  }

  const pairs = drafts.pairsOf(shape, draft);
  const rounds = pairs.map((ties, round) =>
    ties.map(([home, away], tie): ShownTie => {
      const isFixed = drafts.isFixed(shape, round, tie);
      const takesScore = takes_scores && !isFixed && home !== null && away !== null;
      return {
        ...{ home, away, winner: draft.winners[round]![tie]! },
        isBye: round === 0 && shape.first[tie]!.includes(null),
        onPick: isFixed ? null : (team) => setDraft(drafts.advance(shape, draft, round, tie, team)),
        ...(takesScore && {
          aside: (team: number) => (
            <ScoreField
              label={t('goals', { team: nameOf(teams.get(team)!) })}
              side={team === home ? 0 : 1}
              score={drafts.scoreAt(draft, round, tie)}
              onChange={(score) => setDraft(drafts.enterScore(shape, draft, { round, tie }, score))}
            />
          ),
        }),
      };
    }),
  );
  const losers = drafts.losersOf(shape, draft);
  const thirdPlace: ShownTie | null =
    shape.thirdPlace === undefined
      ? null
      : {
          ...{ home: losers[0] ?? null, away: losers[1] ?? null, winner: draft.thirdPlace, isBye: false },
          onPick: shape.thirdPlace === null ? (team) => setDraft(drafts.pickThird(draft, team)) : null,
        };

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Notice challenge={challenge} />
      {shape.groups.length > 0 && <GroupOrders shape={shape} draft={draft} teams={teams} onChange={setDraft} />}
      <section aria-label={t('knock_outs')}>
        <BracketTree sport={challenge.league.sport} teams={teams} rounds={rounds} thirdPlace={thirdPlace} />
      </section>
      <div className="sticky bottom-0 z-20 -mx-3 border-t border-line bg-bg px-3 py-3 max-md:bottom-[calc(56px+env(safe-area-inset-bottom))] md:mx-0 md:rounded-card md:border md:px-4">
        <FormAlert message={save.error && errorText(save.error)} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p aria-live="polite" className="min-w-0 flex-1 text-[13.5px]">
            <span className="font-[620]">{t('left', { count: left })}</span>
            {champion && <span className="block truncate text-muted">{t('champion_is', { team: nameOf(champion) })}</span>}
          </p>
          {mine && <Withdraw address={address} />}
          <Button disabled={left > 0 || isSaved} busy={save.isPending} onClick={send}>
            {t(isSaved ? 'unchanged' : 'save')}
          </Button>
        </div>
      </div>
    </div>
  );
}

function Notice({ challenge: { state, closes_at, mine } }: { challenge: BracketChallenge }) {
  const t = useTranslations('brackets');
  const format = useFormatter();
  return (
    <div className="grid gap-1.5 text-[13.5px] text-muted">
      {state === 'late' && <p className="text-warn">{t('late')}</p>}
      <p>{closes_at === null ? t('open_unknown') : t('open_until', { when: format.dateTime(new Date(closes_at), 'day_time') })}</p>
      {mine?.is_outdated && <p className="text-warn">{t('outdated')}</p>}
    </div>
  );
}

function Withdraw({ address }: { address: BracketAddress }) {
  const t = useTranslations('brackets');
  const [isOpen, setOpen] = useState(false);
  const withdraw = useWithdrawBracket(address);
  return (
    <>
      <Button look="plain" onClick={() => setOpen(true)}>
        {t('withdraw')}
      </Button>
      <RemovalDialog
        open={isOpen}
        title={t('withdraw_title')}
        lead={t('withdraw_lead')}
        submit={t('withdraw')}
        onClose={() => setOpen(false)}
        onRemove={async () => {
          await withdraw.mutateAsync();
          toast('success', t('withdrawn'));
        }}
      />
    </>
  );
}
