import type { messages } from './en/backtest-messages.ts';
import { loadWords, type Words } from './locale-store.ts';

/** The messages of the test on past seasons, a separate part: it is far down on one page. */
const BACKTEST: Words<typeof messages> = {
  en: () => import('./en/backtest-messages.ts'),
  'zh-CN': () => import('./zh-CN/backtest-messages.ts'),
  vi: () => import('./vi/backtest-messages.ts'),
};

/** Loads the messages of the test on past seasons, also for languages selected later. */
export const loadBacktestWords = (): Promise<void> => loadWords(BACKTEST);
