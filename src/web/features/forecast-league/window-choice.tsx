import { useTranslations } from 'use-intl';
import { TABLE_WINDOWS } from '#domain/forecast/forecast-league.ts';
import { Segmented } from '#web/ui/switches.tsx';
import { useLeagueAddress } from './use-league-address.ts';

/** Which matches a table or a standing looks at. */
export function WindowChoice() {
  const t = useTranslations('forecast_league');
  const { address, change } = useLeagueAddress();
  return (
    <Segmented
      label={t('window')}
      value={address.window}
      options={TABLE_WINDOWS.map((value) => ({ value, label: t(`windows.${value}`) }))}
      onChange={(window) => change({ window })}
      className="w-fit"
    />
  );
}
