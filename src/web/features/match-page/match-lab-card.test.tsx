import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { outcomesOf } from '#domain/forecast/score-matrix.ts';
import { MATRIX, RATES } from '#test/web/fixtures/forecasts.ts';
import { makeDetail, makeScore } from '#test/web/fixtures/matches.ts';
import { renderPart } from '#test/web/render-site.tsx';
import { t } from '#test/web/words.ts';
import { showLocale } from '#web/i18n/locale-store.ts';
import { MatchLabCard } from './probability-tab.tsx';

beforeEach(() => showLocale('en'));

async function open(rest: Parameters<typeof makeDetail>[0] = {}) {
  renderPart(<MatchLabCard match={makeDetail(rest)} outcomes={outcomesOf(MATRIX)} rates={RATES} />);
  await userEvent.click(screen.getByRole('button', { name: t('forecast.lab_open') }));
  await screen.findByRole('slider', { name: t('forecast.lab_minute') });
}

/** Returns the first side's percentage. */
const home = () => Number.parseInt(screen.getByText('Avalon Town').parentElement?.lastElementChild?.textContent ?? '', 10);

it('starts with the page’s forecast at kick-off', async () => {
  await open();
  expect(home()).toBe(Math.round(100 * outcomesOf(MATRIX).home));
});

it('changes with goals, red cards and time, and can be reset', async () => {
  await open();
  const start = home();
  await userEvent.click(
    screen.getByRole('button', { name: t('forecast.lab_more', { what: t('forecast.lab_goals', { team: 'Avalon Town' }) }) }),
  );
  const ahead = home();
  expect(ahead).toBeGreaterThan(start);
  await userEvent.click(
    screen.getByRole('button', { name: t('forecast.lab_more', { what: t('forecast.lab_reds', { team: 'Avalon Town' }) }) }),
  );
  expect(home()).toBeLessThan(ahead);
  fireEvent.input(screen.getByRole('slider'), { target: { value: '88' } });
  expect(home()).toBeGreaterThan(ahead);
  await userEvent.click(screen.getByRole('button', { name: t('forecast.lab_start') }));
  expect(home()).toBe(start);
});

it('keeps counts at 0 or above', async () => {
  await open();
  const fewer = screen.getByRole('button', { name: t('forecast.lab_less', { what: t('forecast.lab_goals', { team: 'Northgate' }) }) });
  expect(fewer.getAttribute('aria-disabled')).toBe('true');
  const start = home();
  await userEvent.click(fewer);
  expect(home()).toBe(start);
});

it('starts from the current state of a match in play', async () => {
  await open({ status: 'h2', minute: 85, score: makeScore(0, 2) });
  expect(screen.getByText('85′')).toBeTruthy();
  expect(home()).toBeLessThan(5);
  expect(screen.getByRole('button', { name: t('forecast.lab_reset') })).toBeTruthy();
});
