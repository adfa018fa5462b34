import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { MatchDetail } from '#contract/matches.ts';
import type { TippingGroup } from '#contract/tipping-groups.ts';
import { chatState } from '#domain/chat/chat.ts';
import { nowMs } from '#web/lib/clock.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { useIsPhone } from '#web/lib/use-media.ts';
import { Card } from '#web/ui/card.tsx';
import { PartFailed } from '#web/ui/part-failed.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { WhenSeen } from '#web/ui/when-near.tsx';
import type { TipShown } from './message-context.ts';

interface ChatProps {
  match: MatchDetail;
}

const ChatPanel = lazyPart(async () => (await import('./chat-panel.tsx')).ChatPanel, { fallback: ChatSkeleton, failed: ChatFailed });

function ChatSkeleton({ match, className }: ChatProps & { className: string }) {
  return (
    <div aria-busy="true">
      <Skeleton className={`rounded-card ${reservedHeight(match, className)}`} />
    </div>
  );
}

function ChatFailed() {
  const t = useTranslations('chat');
  return (
    <Card>
      <PartFailed title={t('load_failed')} />
    </Card>
  );
}

/** The place of a chat in a tab: on phones it fills the space between the tabs and the bottom bar, and is scrolled into view. */
function TabPlace({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  useEffect(() => {
    if (isPhone) place.current?.scrollIntoView({ block: 'start' });
  }, [isPhone]);
  return (
    <div ref={place} className="scroll-mt-[115px]">
      {children}
    </div>
  );
}

/** The chat of a match as a tab. */
export const ChatTab = ({ match }: ChatProps) => (
  <TabPlace>
    <ChatPanel match={match} className={HEIGHTS.tab} />
  </TabPlace>
);

const GroupChat = lazyPart(async () => (await import('./group-chat.tsx')).GroupChat, {
  fallback: () => <Skeleton className={`rounded-card ${HEIGHTS.tab}`} />,
  failed: ChatFailed,
});

interface GroupChatTabProps {
  group: Pick<TippingGroup, 'id' | 'role'>;
  /** Writes the tips that messages comment on. */
  tips: TipShown;
}

/** The chat of a tipping group as a tab, for its members. */
export const GroupChatTab = ({ group, tips }: GroupChatTabProps) => (
  <TabPlace>
    <GroupChat group={group} tips={tips} className={HEIGHTS.tab} />
  </TabPlace>
);

/** The comments on one tip of a group, for its members. */
export const CommentsOnTip = lazyPart(async () => (await import('./group-chat.tsx')).TipComments, {
  fallback: () => <Skeleton className="h-[min(380px,60dvh)] rounded-card" />,
  failed: ChatFailed,
});

/** The chat beside the tabs, on wide screens: loaded when it comes near the viewport. */
export function ChatCard({ match }: ChatProps) {
  return (
    <WhenSeen className={reservedHeight(match, HEIGHTS.card)}>
      <ChatPanel match={match} className={HEIGHTS.card} />
    </WhenSeen>
  );
}

/** Returns the height reserved before the messages are loaded; a chat that is not open yet needs little. */
const reservedHeight = ({ status, kickoff_at }: MatchDetail, height: string): string =>
  chatState({ status, kickoffAt: kickoff_at === null ? null : new Date(kickoff_at) }, new Date(nowMs())) === 'idle' ? 'h-[112px]' : height;

/** On phones: the screen without the bars, the tabs, the margins, and the slip's bar if there is one. */
const HEIGHTS = {
  tab: 'h-[max(320px,calc(100dvh-197px-env(safe-area-inset-bottom)))] md:h-[min(640px,calc(100dvh-190px))] max-md:[[data-bar-above-nav]_&]:h-[max(320px,calc(100dvh-266px-env(safe-area-inset-bottom)))]',
  card: 'h-[520px]',
} as const;
