import { createFormatter, createTranslator } from 'use-intl';
import { expect, it } from 'vitest';
import { messages } from '#web/i18n/en/messages.ts';
import { endingWords } from './settlement-words.ts';

const language = { t: createTranslator({ locale: 'en-GB', messages, namespace: 'endings' }), format: createFormatter({ locale: 'en-GB' }) };
const settled = { on: 'result', statuses: ['ft'], fate: { kind: 'settled', afterMs: 60_000 } } as const;

it('promises a minute only where no second source is waited for', () => {
  const answer = (confirmMs: number) => endingWords(language, settled, 'regular_time', 100, confirmMs).answer;
  expect(answer(0)).toBe(language.t('fates.settled', { wait: '1 minute' }));
  expect(answer(900_000)).toBe(language.t('fates.settled_confirmed', { wait: '1 minute', confirm: '15 minutes' }));
  expect(answer(900_000)).toContain('15 minutes');
});
