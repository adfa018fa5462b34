import Bot from 'lucide-react/icons/bot';
import UsersRound from 'lucide-react/icons/users-round';
import { useTranslations } from 'use-intl';
import type { TippingTableRow } from '#contract/tipping-tips.ts';
import { Avatar } from '#web/ui/avatar.tsx';

export type Who = Pick<TippingTableRow, 'kind' | 'handle' | 'name' | 'is_me'>;

/** Identifies a member, an imported place, the model or the crowd. */
export const whoKey = ({ kind, handle, name }: Who): string => (name === undefined ? (handle ?? kind) : `${kind} ${name}`);

/** Returns a function that names a member or a place; the model and the crowd have names of ours, which no member can take. */
export function useWhoName(): (who: Who) => string {
  const t = useTranslations('tipping');
  return ({ kind, handle, name }) => (kind === 'member' || kind === 'place' ? (handle ?? name ?? '–') : t(`who.${kind}`));
}

/** The picture beside a name. */
export function WhoPicture({ who, size = 24 }: { who: Who; size?: number }) {
  if (who.kind === 'member' || who.kind === 'place') return <Avatar handle={who.handle ?? who.name ?? ''} size={size} />;
  const Icon = who.kind === 'model' ? Bot : UsersRound;
  return (
    <span aria-hidden style={{ width: size, height: size }} className="grid flex-none place-items-center rounded-full bg-raised text-muted">
      <Icon size={size * 0.62} />
    </span>
  );
}
