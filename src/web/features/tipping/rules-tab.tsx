import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { TippingGroup } from '#contract/tipping-groups.ts';
import type { TippingRulesHistory } from '#contract/tipping-rules.ts';
import type { TippedMatch } from '#contract/tipping-tips.ts';
import { rulesFault } from '#domain/tipping/rules.ts';
import { toast } from '#web/data/toasts.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { matchTipsQuery, roundQuery, rulesQuery, useGroupChanges } from './api.ts';
import { hasFootball, sportOf } from './competition-name.tsx';
import { termsOf } from './match-tips.tsx';
import { ExampleList, examplesOf, MadeUpExample } from './rule-examples.tsx';
import { changedSentences, useRuleSentences } from './rule-words.ts';
import { RulesEditor } from './rules-editor.tsx';
import { asTip, useTipWords } from './tip-words.ts';

/** The rules in sentences, with the group's own last matches as examples, how they changed, and the owner's editor. */
export function RulesTab({ group }: { group: TippingGroup }) {
  const t = useTranslations('tipping');
  const { data, error, refetch } = useQuery(rulesQuery(group.id));
  const sentences = useRuleSentences(hasFootball(group.competitions), group.rounds);
  const rules = data?.rules ?? group.rules;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={t('rules_title')}>
        <ul className="grid list-disc gap-2 pl-5 text-[14px]">
          {sentences(rules).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p className="mt-4 text-[12.5px] text-muted">{t('points_note')}</p>
      </Card>
      <div className="grid gap-4">
        <Card title={t('examples')}>
          <Examples group={group} rules={rules} />
        </Card>
        {group.role === 'owner' && <EditCard key={JSON.stringify(rules)} group={group} rules={rules} />}
        {!data && error && <ErrorState title={t('rules_failed')} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-[120px] rounded-card" />}
        {data && data.history.length > 0 && <HistoryOfRules group={group} history={data.history} />}
      </div>
    </div>
  );
}

const EXAMPLES_MAX = 2;

/** Explains by the group's last matches with a result; by a made-up one before there are any. */
function Examples({ group, rules }: { group: TippingGroup; rules: TippingGroup['rules'] }) {
  const last = group.rounds.filter(({ state }) => state !== 'open').at(-1);
  const { data } = useQuery({ ...roundQuery(group.id, last?.key ?? null), enabled: last !== undefined });
  const played = (data?.items ?? []).filter(({ state }) => state === 'final').slice(-EXAMPLES_MAX);
  if (played.length === 0) return <MadeUpExample sport={sportOf(group.competitions)} rules={rules} />;
  return (
    <div className="grid gap-4">
      {played.map((item) => (
        <PlayedExample key={item.match.id} groupId={group.id} item={item} />
      ))}
    </div>
  );
}

/** A match of the group, scored by the terms that the server scored it by. */
function PlayedExample({ groupId, item }: { groupId: string; item: TippedMatch }) {
  const t = useTranslations('tipping');
  const nameOf = useLocalName();
  const words = useTipWords();
  const { data, error, refetch } = useInfiniteQuery(matchTipsQuery(groupId, item.match.id));
  const terms = data?.pages[0]?.terms;
  if (!data && error) return <ErrorState title={t('tips_failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-[60px] rounded-control" />;
  if (!terms) return null;
  const { match } = item;
  return (
    <div className="grid gap-1.5">
      <p className="text-[12.5px] text-muted">
        {t('match_of', { home: nameOf(match.home), away: nameOf(match.away) })}: {words(match, asTip(terms.result))}
      </p>
      <ExampleList examples={examplesOf(match.sport, item.series, termsOf(terms))} match={match} />
    </div>
  );
}

/** What changed and when, the latest first; the first rules of the group are no change. */
function HistoryOfRules({ group, history }: { group: TippingGroup; history: TippingRulesHistory['history'] }) {
  const t = useTranslations('tipping');
  const format = useFormatter();
  const sentences = useRuleSentences(hasFootball(group.competitions), group.rounds);
  const changes = history.slice(0, -1);
  return (
    <Card title={t('changes')}>
      {changes.length === 0 && <p className="text-[13.5px] text-muted">{t('changes_none')}</p>}
      <ol className="grid gap-3">
        {changes.map(({ version, rules, changed_by, changed_at }, index) => (
          <li key={version} className="text-[13.5px]">
            <p className="text-[12.5px] text-muted">
              {t('changed_by', { name: changed_by ?? t('former_member'), time: format.dateTime(new Date(changed_at), 'day_time') })}
            </p>
            <ul className="mt-1 grid list-disc gap-1 pl-5">
              {changedSentences(sentences(rules), sentences((history[index + 1] ?? history[index])!.rules)).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function EditCard({ group, rules }: { group: TippingGroup; rules: TippingGroup['rules'] }) {
  const t = useTranslations('tipping');
  const { setRules } = useGroupChanges();
  const [edited, setEdited] = useState(rules);
  const [isOpen, setOpen] = useState(false);
  const { form, problems, isBusy } = useSubmit({
    send: async () => {
      await setRules(group.id, edited);
      toast('success', t('rules_saved'));
      setOpen(false);
    },
  });
  if (!isOpen) {
    return (
      <Button look="quiet" onClick={() => setOpen(true)} className="w-fit">
        {t('change_rules')}
      </Button>
    );
  }
  return (
    <Card title={t('change_rules')}>
      <form {...form} className="grid gap-4">
        <p className="text-[13px] text-muted">{t('change_rules_note')}</p>
        <RulesEditor rules={edited} onChange={setEdited} rounds={group.rounds} />
        <MadeUpExample sport={sportOf(group.competitions)} rules={edited} />
        <FormAlert message={problems.form ?? null} />
        <div className="flex gap-2">
          <Button type="submit" busy={isBusy} disabled={rulesFault(edited) !== null}>
            {t('rules_save')}
          </Button>
          <Button
            look="plain"
            onClick={() => {
              setEdited(rules);
              setOpen(false);
            }}
          >
            {t('cancel')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
