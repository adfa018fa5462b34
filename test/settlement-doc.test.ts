import { expect, it } from 'vitest';
import { MATCH_STATUSES } from '#domain/matches/match-status.ts';
import { SETTLEMENT_TIMERS } from '#domain/settlement/settlement-timers.ts';
import { settlementDoc } from './support/settlement-doc.ts';

// `npm run docs:settlement` runs this test to write the file instead of comparing it.
it('the settlement document matches the rules', async () => {
  await expect(settlementDoc()).toMatchFileSnapshot('../docs/settlement.md');
});

it('the settlement document changes when a timer does', () => {
  const changed = settlementDoc({ ...SETTLEMENT_TIMERS, pausedMs: 7 * 3_600_000 });
  const present = settlementDoc();
  const differing = changed.split('\n').filter((line) => !present.includes(line));
  expect(differing).toContain('| Postponed | tbd pst | 500 refunded after 7 hours | 500 refunded after 7 hours |');
  expect(differing.filter((line) => line.includes('susp abd'))).toHaveLength(3);
});

it('the settlement document has every status in every language', () => {
  for (const chapter of settlementDoc().split('\n## ').slice(1)) {
    expect(MATCH_STATUSES.filter((status) => !new RegExp(`^\\|[^|]*\\|[^|]*\\b${status}\\b`, 'm').test(chapter))).toEqual([]);
  }
});
