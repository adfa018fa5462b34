import type { ApprovalKind } from '#contract/approvals.ts';
import type { ApprovedActionHandler } from '#server/modules/admins/public.ts';
import { adjustAsAgreed, createAsAgreed, enableAsAgreed, promoteAsAgreed, resetAsAgreed } from '#server/modules/admins/public.ts';
import { endingAsAgreed, resettleAsAgreed, settleAsAgreed, voidAsAgreed } from '#server/modules/console/contests/service.ts';
import { correctHashAsAgreed, explainAsAgreed, returnAsAgreed } from '#server/modules/withdrawals/public.ts';

/** Actions performed when a second admin approves, by kind. */
const ACTIONS: { readonly [K in ApprovalKind]: ApprovedActionHandler<K> } = {
  adjust: adjustAsAgreed,
  settle: settleAsAgreed,
  resettle: resettleAsAgreed,
  void: voidAsAgreed,
  withdrawal_return: returnAsAgreed,
  withdrawal_hash: correctHashAsAgreed,
  treasury_transfer: explainAsAgreed,
  ending: endingAsAgreed,
  admin_create: createAsAgreed,
  admin_reset: resetAsAgreed,
  admin_role: promoteAsAgreed,
  admin_enable: enableAsAgreed,
};

/** Performs an approved action. Throws the reason if it is no longer possible. */
export const performAgreed: ApprovedActionHandler<ApprovalKind> = (deps, db, announce, actor, agreed) =>
  // Safe cast: the table pairs each kind with the action that takes its payload.
  (ACTIONS[agreed.kind] as ApprovedActionHandler<ApprovalKind>)(deps, db, announce, actor, agreed);
