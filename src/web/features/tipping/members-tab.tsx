import { useInfiniteQuery } from '@tanstack/react-query';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { GROUP_NAME_LENGTH_MAX, type GroupRole, type TippingGroup, type TippingMember } from '#contract/tipping-groups.ts';
import { errorText } from '#web/data/api-error.ts';
import { useUser } from '#web/data/session.ts';
import { toast } from '#web/data/toasts.ts';
import { byField, useSubmit } from '#web/lib/use-submit.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { Card, Tag } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/form.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { RemovalDialog } from '#web/ui/removal-dialog.tsx';
import { Switch } from '#web/ui/switches.tsx';
import { membersQuery, useGroupChanges } from './api.ts';
import { InviteCard } from './invite-card.tsx';
import { PlacesCard } from './places-card.tsx';
import { TelegramChatCard } from './telegram-chat-card.tsx';

/** The members of a group and what can be done: invite, roles, remove, rename, leave, end. */
export function MembersTab({ group, isMoving }: { group: TippingGroup; isMoving: boolean }) {
  const t = useTranslations('tipping');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(membersQuery(group.id));
  const members = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px]">
      <div>
        {!data && error && <ErrorState title={t('members_failed')} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-[320px] rounded-card" />}
        {data && (
          <ul aria-label={t('tabs.members')} className="overflow-hidden rounded-card border border-line bg-surface">
            {members.map((member) => (
              <MemberRow key={member.handle} member={member} group={group} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button look="quiet" wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="mt-3">
            {t('show_more')}
          </Button>
        )}
      </div>
      <div className="grid gap-4 max-lg:order-first">
        {group.code !== null && <InviteCard group={group} code={group.code} />}
        {group.role !== null && <PlacesCard group={group} isOpenFirst={isMoving} />}
        <TelegramChatCard group={group} />
        {group.role === 'owner' && <SettingsCard key={group.name} group={group} />}
        {group.role !== null && <WaysOut group={group} />}
      </div>
    </div>
  );
}

function MemberRow({ member, group }: { member: TippingMember; group: TippingGroup }) {
  const t = useTranslations('tipping');
  const format = useFormatter();
  const { handle, role } = member;
  const { setRole, remove } = useGroupChanges();
  const isOwner = group.role === 'owner';
  const canRemove = !member.is_me && role !== 'owner' && (isOwner || (group.role === 'helper' && role === 'member'));
  const canManage = canRemove || (isOwner && !member.is_me);
  const [isOpen, setOpen] = useState(false);
  const give = (to: GroupRole) => void setRole(group.id, handle, to).catch((error: unknown) => toast('error', errorText(error)));
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-3 py-2.5 first:border-t-0">
      <Avatar handle={handle} size={28} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span className={`truncate font-[550] ${member.is_me ? 'text-accent' : ''}`}>{handle}</span>
          {role !== 'member' && <Tag tone="quiet">{t(`role.${role}`)}</Tag>}
        </span>
        <span className="block text-[12px] text-muted">
          {t('since', { date: format.dateTime(new Date(member.joined_at), 'day_year') })}
          {member.place !== null && <> · {t('move.was', { name: member.place })}</>}
        </span>
      </span>
      {canManage && (
        <Button look="plain" size="s" aria-label={t('manage_of', { name: handle })} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Ellipsis size={18} aria-hidden />
        </Button>
      )}
      {canManage && isOpen && (
        <span className="flex basis-full flex-wrap justify-end gap-1">
          {isOwner && (
            <>
              <Button
                look="plain"
                size="s"
                aria-label={t(role === 'helper' ? 'make_member_of' : 'make_helper_of', { name: handle })}
                onClick={() => give(role === 'helper' ? 'member' : 'helper')}
              >
                {t(role === 'helper' ? 'make_member' : 'make_helper')}
              </Button>
              <AskedButton
                label={t('hand_over')}
                aria-label={t('hand_over_of', { name: handle })}
                title={t('hand_over_title', { name: handle })}
                lead={t('hand_over_lead')}
                onDo={() => setRole(group.id, handle, 'owner')}
              />
            </>
          )}
          {canRemove && (
            <AskedButton
              label={t('remove')}
              aria-label={t('remove_of', { name: handle })}
              title={t('remove_title', { name: handle })}
              lead={t('remove_lead')}
              onDo={() => remove(group.id, handle)}
            />
          )}
        </span>
      )}
    </li>
  );
}

/** The name of the group, and whether it is listed. */
function SettingsCard({ group }: { group: TippingGroup }) {
  const t = useTranslations('tipping');
  const { update } = useGroupChanges();
  const [name, setName] = useState(group.name);
  const { form, problems, isBusy, forgive } = useSubmit<'name'>({
    send: async () => {
      await update(group.id, { name: name.trim() });
      toast('success', t('renamed'));
    },
    refused: byField({ invalid_input: 'name' }),
  });
  const list = (isListed: boolean) =>
    void update(group.id, { visibility: isListed ? 'listed' : 'private' }).catch((error: unknown) => toast('error', errorText(error)));
  return (
    <Card title={t('settings')}>
      <form {...form} className="grid gap-3">
        <TextField
          label={t('name')}
          value={name}
          maxLength={GROUP_NAME_LENGTH_MAX}
          autoComplete="off"
          error={problems.name ?? problems.form ?? null}
          onChange={(event) => {
            setName(event.target.value);
            forgive('name');
          }}
        />
        <Button type="submit" look="quiet" busy={isBusy} disabled={name.trim() === '' || name.trim() === group.name}>
          {t('rename')}
        </Button>
      </form>
      <div className="mt-4 border-t border-line pt-4">
        <Switch label={t('listed')} checked={group.visibility === 'listed'} onChange={list} />
        <p className="mt-1.5 text-[12.5px] text-muted">{t('listed_hint')}</p>
      </div>
    </Card>
  );
}

/** Leaving, and for the owner ending the group. */
function WaysOut({ group }: { group: TippingGroup }) {
  const t = useTranslations('tipping');
  const navigate = useNavigate();
  const user = useUser();
  const { leave, end } = useGroupChanges();
  const goHome = () => void navigate('/groups', { replace: true });
  return (
    <div className="flex flex-wrap gap-2">
      {user && (
        <AskedButton
          label={t('leave')}
          title={t('leave_title', { name: group.name })}
          lead={t(group.role === 'owner' ? 'leave_lead_owner' : 'leave_lead')}
          onDo={() => leave(group.id, user.public_handle).then(goHome)}
        />
      )}
      {group.role === 'owner' && (
        <AskedButton
          label={t('end')}
          title={t('end_title', { name: group.name })}
          lead={t('end_lead')}
          onDo={() => end(group.id).then(goHome)}
        />
      )}
    </div>
  );
}

interface AskedButtonProps extends Pick<ButtonProps, 'aria-label'> {
  label: string;
  title: string;
  lead: string;
  onDo: () => Promise<unknown>;
}

/** A button that asks for confirmation. */
function AskedButton({ label, title, lead, onDo, ...props }: AskedButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="plain" size="s" {...props} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <RemovalDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={title}
        lead={lead}
        submit={label}
        onRemove={async () => void (await onDo())}
      />
    </>
  );
}
