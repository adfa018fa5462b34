import type { ApprovalKind } from '#contract/approvals.ts';
import { adjustAsAgreed } from '#server/features/adjustments/service.ts';
import { createAsAgreed, enableAsAgreed, promoteAsAgreed, resetAsAgreed } from '#server/features/admins/service.ts';
import { endingAsAgreed, resettleAsAgreed, settleAsAgreed, voidAsAgreed } from '#server/features/operations/service.ts';
import { correctHashAsAgreed, returnAsAgreed } from '#server/features/withdrawal-review/service.ts';
import type { Deed } from './agreed-to.ts';

/** What is done when a second admin agrees. */
export const KINDS: { readonly [K in ApprovalKind]: Deed<K> } = {
  adjust: adjustAsAgreed,
  settle: settleAsAgreed,
  resettle: resettleAsAgreed,
  void: voidAsAgreed,
  withdrawal_return: returnAsAgreed,
  withdrawal_hash: correctHashAsAgreed,
  ending: endingAsAgreed,
  admin_create: createAsAgreed,
  admin_reset: resetAsAgreed,
  admin_role: promoteAsAgreed,
  admin_enable: enableAsAgreed,
};
