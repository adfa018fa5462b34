import { useLocale, useTranslations } from 'use-intl';
import type { ContestCase } from '#contract/contest-admin.ts';
import { localName } from '#web/lib/local-name.ts';

type Match = ContestCase['match'];

/** Names a match in one line: "Avalon Town – Northgate". */
export function useMatchName(): (match: Pick<Match, 'home' | 'away'>) => string {
  const locale = useLocale();
  return ({ home, away }) => `${localName(home, locale)} – ${localName(away, locale)}`;
}

/** How a match stands: its score, where there is one, and its status in words. */
export function MatchStanding({ match }: { match: Pick<Match, 'score' | 'status'> }) {
  const t = useTranslations('match.status.long');
  const { score, status } = match;
  return (
    <span className="whitespace-nowrap">
      {score && <span className="num mr-1.5 font-semibold">{score.join('–')}</span>}
      <span className="text-muted">{t(status)}</span>
    </span>
  );
}
