import type { ReviewedWithdrawal } from '#contract/withdrawal-review.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import { CorrectDialog } from './correct-dialog.tsx';
import type { DeedKind } from './deeds.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { ReturnDialog } from './return-dialog.tsx';
import { SendDialog } from './send-dialog.tsx';

export interface DeedDialogProps {
  withdrawal: ReviewedWithdrawal;
  onClose: () => void;
}

const DIALOGS = { approve: ApproveDialog, reject: RejectDialog, send: SendDialog, return: ReturnDialog, correct: CorrectDialog };

/** Asks once more before something is done with a withdrawal, with what that takes. It stays, and says so, where somebody else was first. */
export function DeedDialog({ deed, ...props }: DeedDialogProps & { deed: DeedKind }) {
  const Wanted = DIALOGS[deed];
  return <Wanted {...props} />;
}
