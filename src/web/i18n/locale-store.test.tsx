import { expect, it } from 'vitest';
import { loadWords, showLocale, useLocaleStore, type Words } from './locale-store.ts';

it('shows a part that a page asked for while the language was loading', async () => {
  const part = (text: string) => async () => ({ messages: { late_part: { text } } });
  const late: Words<{ late_part: { text: string } }> = { en: part('Late'), 'zh-CN': part('晚'), vi: part('Muộn') };
  expect(useLocaleStore.getState().messages).toBeNull();
  const shown = showLocale('vi');
  const asked = loadWords(late);
  await Promise.all([shown, asked]);
  expect(useLocaleStore.getState().messages).toMatchObject({ late_part: { text: 'Muộn' }, common: expect.anything() });
});
