import { useEffect, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { SurvivorLeague } from '#contract/survivor.ts';
import { LIVES_MAX } from '#domain/tipping/survivor.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useRoundName } from '#web/lib/round-name.ts';
import { LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Segmented } from '#web/ui/switches.tsx';
import { useMakeGame } from './api.ts';

interface MakeFormProps {
  /** With at least one round each, and at least one. */
  leagues: readonly SurvivorLeague[];
  /** Groups that the user owns. */
  groups: readonly { id: string; name: string }[];
  /** The group to begin with, whose page the user comes from: the form is then scrolled into view. */
  groupId: string | null;
  onMade: (id: string) => void;
}

const BY_LINK = 'link';
const LIVES = Array.from({ length: LIVES_MAX }, (_, index) => String(index + 1));

/** Makes a game for friends or for a group: the league, the first round, and what costs a life. */
export function MakeForm({ leagues, groups, groupId, onMade }: MakeFormProps) {
  const t = useTranslations('survivor');
  const nameOf = useLocalName();
  const roundName = useRoundName();
  const format = useFormatter();
  const make = useMakeGame();
  const [leagueId, setLeagueId] = useState(String(leagues[0]!.league.id));
  const [chosenRound, setRound] = useState('');
  const [who, setWho] = useState(groups.find(({ id }) => id === groupId)?.id ?? BY_LINK);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (groupId !== null) place.current?.scrollIntoView({ block: 'center' });
  }, [groupId]);
  const [lives, setLives] = useState('1');
  const [drawSurvives, setDrawSurvives] = useState(false);
  const { league, rounds } = leagues.find((one) => String(one.league.id) === leagueId) ?? leagues[0]!;
  const round = rounds.find((one) => one.round === chosenRound) ?? rounds[0]!;
  const { form, problems, isBusy } = useSubmit({
    send: async () => {
      const { id } = await make.mutateAsync({
        ...{ league_id: league.id, round: round.round, kind: who === BY_LINK ? 'link' : 'group', group_id: who === BY_LINK ? null : who },
        rules: { lives: Number(lives), draw_survives: drawSurvives },
      });
      onMade(id);
      return LEAVING;
    },
  });
  return (
    <div ref={place}>
      <Card>
        <form {...form} className="grid grid-cols-[minmax(0,1fr)] gap-4 md:max-w-[520px]">
          <SelectField
            label={t('league')}
            value={String(league.id)}
            options={leagues.map((one) => ({ value: String(one.league.id), label: nameOf(one.league) }))}
            onChange={setLeagueId}
          />
          <SelectField
            label={t('round')}
            value={round.round}
            options={rounds.map((one) => ({
              value: one.round,
              label: t('round_from', {
                round: roundName([one.round], league.sport),
                when: format.dateTime(new Date(one.deadline), 'day_time'),
              }),
            }))}
            onChange={setRound}
          />
          {groups.length > 0 && (
            <SelectField
              label={t('who')}
              value={who}
              options={[{ value: BY_LINK, label: t('who_link') }, ...groups.map(({ id, name }) => ({ value: id, label: name }))]}
              onChange={setWho}
            />
          )}
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <div className="flex items-center gap-3">
              <span className="text-[12.5px] font-[550] text-muted">{t('lives')}</span>
              <Segmented label={t('lives')} value={lives} options={LIVES.map((value) => ({ value, label: value }))} onChange={setLives} />
            </div>
            <Checkbox label={t('draws')} checked={drawSurvives} onChange={setDrawSurvives} />
          </div>
          <FormAlert message={problems.form ?? null} />
          <Button type="submit" busy={isBusy}>
            {t('make')}
          </Button>
        </form>
      </Card>
    </div>
  );
}
