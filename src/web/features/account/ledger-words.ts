import { useFormatter, useTranslations } from 'use-intl';
import type { LedgerRow } from '#contract/account.ts';
import { isFinal } from '#domain/match-status.ts';
import { DAY_AND_TIME } from '#web/lib/date-formats.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { useOverview } from '#web/lib/overview.ts';

/** Says what a row of the points history is about: "Contest won · Avalon Town 2–1 Northgate". */
export function useLedgerWords(): (row: Pick<LedgerRow, 'source' | 'match'>) => string {
  const t = useTranslations('account');
  const nameOf = useLocalName();
  return ({ source, match }) => {
    const what = t(`source.${source}`);
    if (match === null) return what;
    const home = nameOf(match.home);
    const away = nameOf(match.away);
    const { score } = match;
    const teams =
      isFinal(match.status) && score.home !== null ? `${home} ${score.home}–${score.away} ${away}` : t('versus', { home, away });
    return `${what} · ${teams}`;
  };
}

/** Says when, in the time zone that the history's filters count days in: the profile's. */
export function useLedgerTime(): (at: string) => string {
  const format = useFormatter();
  const timeZone = useOverview().data?.profile.time_zone;
  return (at) => {
    const date = new Date(at);
    const isThisYear = date.getFullYear() === new Date().getFullYear();
    return format.dateTime(date, {
      ...DAY_AND_TIME,
      ...(!isThisYear && { year: 'numeric' }),
      ...(timeZone !== undefined && { timeZone }),
    });
  };
}

/** Says a change of points with its sign: "+920", "−500". */
export function useSignedPoints(): (delta: number) => string {
  const format = useFormatter();
  return (delta) => format.number(delta, { signDisplay: 'exceptZero' }).replace('-', '−');
}
