import { useTranslations } from 'use-intl';
import type { MatchDetail, MatchEvent } from '#contract/matches.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { SiteBadge } from './site-badge.tsx';

interface SystemLineProps {
  event: MatchEvent;
  /** The event does not count any more. */
  isTakenBack: boolean;
  match: Pick<MatchDetail, 'home' | 'away'>;
}

/** A goal, a card or a decision, between what was said. */
export function SystemLine({ event, isTakenBack, match }: SystemLineProps) {
  const t = useTranslations();
  const nameOf = useLocalName();
  const minute = `${event.minute}${event.stoppage === null ? '' : `+${event.stoppage}`}′`;
  const parts = { what: t(`match.event.${event.type}`), team: nameOf(match[event.side]) };
  const words = event.player === null ? t('chat.system_unnamed', parts) : t('chat.system', { ...parts, who: event.player });
  return (
    <p className="my-1.5 rounded-control bg-raised px-3 py-1.5 text-center text-[12.5px] text-muted wrap-anywhere">
      <SiteBadge /> <span className="num">{minute}</span> <span className={isTakenBack ? 'line-through' : undefined}>{words}</span>
      {isTakenBack && ` (${t('chat.taken_back')})`}
    </p>
  );
}
