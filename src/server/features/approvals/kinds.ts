import type { ApprovalKind } from '#contract/approvals.ts';
import { adjustAsAgreed } from '#server/features/adjustments/service.ts';
import { resettleAsAgreed, settleAsAgreed, voidAsAgreed } from '#server/features/operations/service.ts';
import type { Deed } from './agreed-to.ts';

/** What is done when a second admin agrees. */
export const KINDS: { readonly [K in ApprovalKind]: Deed<K> } = {
  adjust: adjustAsAgreed,
  settle: settleAsAgreed,
  resettle: resettleAsAgreed,
  void: voidAsAgreed,
};
