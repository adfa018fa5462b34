import { type NumberFormatOptions, useFormatter, useTranslations } from 'use-intl';
import type { LeagueForecast } from '#contract/forecast-league.ts';
import { probabilitiesOf } from '#domain/forecast/forecast-league.ts';
import { percentages } from '#domain/forecast/percentages.ts';
import { type Pick, picksOf } from '#domain/matches/sport.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';

const WHO = ['mine', 'model', 'market', 'crowd'] as const;

/** Compares the probabilities of the user and others for each outcome, in per cent, with their scores once there is a result. */
export function OpinionTable({ forecast }: { forecast: LeagueForecast }) {
  const t = useTranslations();
  const nameOf = useOutcomeNames(forecast);
  const { score } = useScoreFormat();
  const { mine, others, scored, match } = forecast;
  const picks = picksOf(match.draw_possible);
  const given = { ...others, mine: mine && probabilitiesOf(mine) };
  return (
    <table className="num w-full text-[14px]">
      <caption className="sr-only">{t('forecast_league.opinions')}</caption>
      <thead className="text-[12px] text-faint">
        <tr className="[&>*]:pb-1.5 [&>th]:pl-2 [&>th]:text-right [&>th]:font-medium">
          <td />
          {picks.map((pick) => (
            <th key={pick} scope="col" abbr={nameOf(pick)} title={nameOf(pick)}>
              {t(`common.${pick}`)}
            </th>
          ))}
          {scored && <th scope="col">{t('forecast_league.score')}</th>}
        </tr>
      </thead>
      <tbody>
        {WHO.filter((who) => who !== 'mine' || mine !== null).map((who) => {
          const said = given[who];
          const shares = said && percentages(picks.map((pick) => said[pick]));
          const got = scored?.[who] ?? null;
          return (
            <tr key={who} className="border-t border-line [&>*]:py-1.5 [&>td]:pl-2 [&>td]:text-right">
              <th scope="row" className={classNames('text-left font-[550] [font-stretch:100%]', who === 'mine' && 'text-accent')}>
                {t(`forecast_league.who.${who}`)}
              </th>
              {shares === null ? (
                <td colSpan={picks.length + (scored ? 1 : 0)} className="text-faint">
                  {t('forecast_league.silent')}
                </td>
              ) : (
                <>
                  {picks.map((pick, index) => (
                    <td key={pick} className={scored?.outcome === pick ? 'font-bold' : 'text-muted'}>
                      {shares[index]}%
                    </td>
                  ))}
                  {scored && <td className={who === 'mine' ? 'font-bold' : undefined}>{got === null ? '–' : score(got)}</td>}
                </>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Returns a function that names an outcome: a team, or the draw. */
export function useOutcomeNames({ match }: LeagueForecast): (pick: Pick) => string {
  const t = useTranslations('common');
  const nameOf = useLocalName();
  return (pick) => (pick === 'draw' ? t('draw') : nameOf(match[pick]));
}

const SCORE: NumberFormatOptions = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const SIGNED: NumberFormatOptions = { ...SCORE, signDisplay: 'exceptZero' };

/** Formats scores as "−0.69" and differences with their sign, "+0.04"; the minus is as wide as the plus. */
export function useScoreFormat() {
  const format = useFormatter();
  const written = (value: number, options: NumberFormatOptions) => format.number(value, options).replace('-', '−');
  return { score: (value: number) => written(value, SCORE), difference: (value: number) => written(value, SIGNED) };
}
