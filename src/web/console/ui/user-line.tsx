import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { UserRef } from '#contract/approvals.ts';
import { Tag } from '#web/ui/card.tsx';

type Status = 'normal' | 'disabled' | 'deleted';

/**
 * A user, linked to their page: the name, then the address or handle, in full. In a table, `isBrief` shows only the name and cuts it if
 * long.
 */
export function UserLine({ user, status = 'normal', isBrief }: { user: UserRef; status?: Status; isBrief?: boolean }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
      <Link
        to={`/admin/users/${user.id}`}
        title={user.email ?? user.public_handle}
        className={`font-semibold hover:underline ${isBrief ? 'max-w-[150px] truncate' : 'wrap-anywhere'}`}
      >
        {user.display_name}
      </Link>
      <UserStatusTag status={status} />
      {!isBrief && <span className="text-[12.5px] font-normal wrap-anywhere text-muted">{user.email ?? `@${user.public_handle}`}</span>}
    </span>
  );
}

/** Marks users with an unusual status. */
export function UserStatusTag({ status }: { status: Status }) {
  const t = useTranslations('admin_evidence.user_status');
  return status === 'normal' ? null : <Tag tone={status === 'disabled' ? 'bad' : 'quiet'}>{t(status)}</Tag>;
}
