import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HIDDEN_HOURS } from '#domain/notifications/shield.ts';
import { makeDetail, makeMeta, makeScore } from '#test/web/fixtures/matches.ts';
import { startTestServer, type TestServer } from '#test/web/http-server.ts';
import { renderPart, renderSite } from '#test/web/render-site.tsx';
import { t, tVi, tZh } from '#test/web/words.ts';
import { followShield } from '#web/app/start.tsx';
import { metaQuery } from '#web/data/queries.tsx';
import { queryClient } from '#web/data/query-client.ts';
import { reveal, setSpoilerMode } from '#web/data/set-spoiler-mode.ts';
import { useShield } from '#web/data/shield.ts';
import { MatchHeader } from '#web/features/match-page/match-header.tsx';
import { showLocale } from '#web/i18n/locale-store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  queryClient.setQueryData(metaQuery.queryKey, makeMeta());
  await showLocale('en');
});
afterEach(() => setSpoilerMode(null));
afterAll(() => server.stop());

const cookie = () => document.cookie.split('; ').find((part) => part.startsWith('shield='));
type Mode = 'off' | 'delay' | 'hide';
/** The choice of a mode, which says what it does. */
const choice = (mode: Mode) => {
  const hint = mode === 'hide' ? t('shield.hide_hint', { hours: HIDDEN_HOURS }) : t(`shield.${mode}_hint`);
  return screen.findByRole('radio', { name: new RegExp(`^${t(`shield.${mode}`)}`), description: hint });
};
const choose = async (mode: Mode) => userEvent.click(await choice(mode));

describe('the spoiler shield', () => {
  it('can be chosen by guests, too, takes effect at once, and is shown above every page', async () => {
    renderSite('/spoiler-shield');
    expect(((await choice('off')) as HTMLInputElement).checked).toBe(true);
    expect(cookie()).toBeUndefined();
    await choose('delay');
    expect(cookie()).toBe('shield=45');
    await screen.findByText(t('shield.note_delay', { seconds: 45 }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: t('shield.delay_seconds') }), t('shield.seconds', { seconds: 120 }));
    expect(cookie()).toBe('shield=120');
    await choose('hide');
    expect(cookie()).toBe('shield=reveal');
    expect(screen.queryByRole('combobox', { name: t('shield.delay_seconds') })).toBeNull();
    await screen.findByText(t('shield.note_hide'));
    await choose('off');
    expect(cookie()).toBeUndefined();
    await waitFor(() => expect(screen.queryByText(t('shield.note_hide'))).toBeNull());
  });

  it('refetches everything', async () => {
    queryClient.setQueryData(['matches', 7], { score: 1 });
    setSpoilerMode({ delaySeconds: 30 });
    expect(queryClient.getQueryData(['matches', 7])).toBeUndefined();
  });

  it('follows another tab', async () => {
    const stop = followShield();
    // biome-ignore lint/suspicious/noDocumentCookie: as the other tab does.
    document.cookie = 'shield=90; path=/';
    window.dispatchEvent(new StorageEvent('storage', { key: 'shield_changed' }));
    await waitFor(() => expect(useShield.getState().shield).toEqual({ delaySeconds: 90 }));
    stop();
  });

  it('reveals a match on request, and again after another one', () => {
    setSpoilerMode({ revealed: [] });
    for (const id of [5, 7, 5]) reveal(id);
    expect(useShield.getState().shield).toEqual({ revealed: [7, 5] });
    setSpoilerMode({ delaySeconds: 15 });
    reveal(9);
    expect(useShield.getState().shield).toEqual({ delaySeconds: 15 });
  });

  it('shows that a match is hidden, not that it is late, and reveals it on request', async () => {
    setSpoilerMode({ revealed: [] });
    const kickoff_at = new Date(Date.now() - 3 * 3_600_000).toISOString();
    renderPart(<MatchHeader match={makeDetail({ id: 7, status: 'ns', kickoff_at, score: makeScore(null, null), is_concealed: true })} />);
    const late = [t('match.status.long.delayed'), t('match.status.long.suspected_cancelled'), t('match.status.long.canc')];
    expect(screen.queryByText(new RegExp(late.join('|'), 'i'))).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: t('match.reveal') }));
    expect(cookie()).toBe('shield=reveal.7');
  });

  it.each([
    ['en', t('shield.now_off'), t('shield.now_delay', { seconds: 45 }), t('shield.now_hide')],
    ['zh-CN', tZh('shield.now_off'), tZh('shield.now_delay', { seconds: 45 }), tZh('shield.now_hide')],
    ['vi', tVi('shield.now_off'), tVi('shield.now_delay', { seconds: 45 }), tVi('shield.now_hide')],
  ] as const)('is one press away from a match, which shows in %s whether it is active', async (locale, off, delay, hide) => {
    await showLocale(locale);
    renderPart(<MatchHeader match={makeDetail({ id: 7 })} />);
    for (const [shield, name] of [
      [null, off],
      [{ delaySeconds: 45 }, delay],
      [{ revealed: [] }, hide],
    ] as const) {
      act(() => setSpoilerMode(shield));
      const link = screen.getByRole('link', { name });
      expect([link.getAttribute('href'), link.title]).toEqual(['/spoiler-shield', name]);
    }
  });
});
