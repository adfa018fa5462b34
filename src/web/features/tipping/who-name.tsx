import Bot from 'lucide-react/icons/bot';
import UsersRound from 'lucide-react/icons/users-round';
import { useTranslations } from 'use-intl';
import type { TippingTableRow } from '#contract/tipping-tips.ts';
import { Avatar } from '#web/ui/avatar.tsx';

export type Who = Pick<TippingTableRow, 'kind' | 'handle' | 'is_me'>;

/** Identifies a member, the model or the crowd. */
export const whoKey = ({ kind, handle }: Who): string => handle ?? kind;

/** Returns a function that names a member; the model and the crowd have names of ours, which no member can take. */
export function useWhoName(): (who: Who) => string {
  const t = useTranslations('tipping');
  return ({ kind, handle }) => (kind === 'member' ? (handle ?? '–') : t(`who.${kind}`));
}

/** The picture beside a name. */
export function WhoPicture({ who, size = 24 }: { who: Who; size?: number }) {
  if (who.kind === 'member') return <Avatar handle={who.handle ?? ''} size={size} />;
  const Icon = who.kind === 'model' ? Bot : UsersRound;
  return (
    <span aria-hidden style={{ width: size, height: size }} className="grid flex-none place-items-center rounded-full bg-raised text-muted">
      <Icon size={size * 0.62} />
    </span>
  );
}
