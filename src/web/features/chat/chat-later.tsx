import { lazy, Suspense, useEffect, useRef } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useTranslations } from 'use-intl';
import type { MatchDetail } from '#contract/matches.ts';
import { chatState } from '#domain/chat/chat.ts';
import { nowMs } from '#web/lib/clock.ts';
import { useIsPhone } from '#web/lib/use-media.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { WhenSeen } from '#web/ui/when-near.tsx';

const Panel = lazy(async () => ({ default: (await import('./chat-panel.tsx')).ChatPanel }));

interface ChatProps {
  match: MatchDetail;
}

/** The chat as a tab: on phones it fills the space between the tabs and the bottom bar, and is scrolled into view. */
export function ChatTab({ match }: ChatProps) {
  const place = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  useEffect(() => {
    if (isPhone) place.current?.scrollIntoView({ block: 'start' });
  }, [isPhone]);
  return (
    <div ref={place} className="scroll-mt-[115px]">
      <ChatLater match={match} place="tab" />
    </div>
  );
}

/** The chat beside the tabs, on wide screens: loaded when it comes near the viewport. */
export function ChatCard({ match }: ChatProps) {
  return (
    <WhenSeen className={heightOf(match, 'card')}>
      <ChatLater match={match} place="card" />
    </WhenSeen>
  );
}

/** Returns the height reserved before the messages are loaded; a chat that is not open yet needs little. */
const heightOf = ({ status, kickoff_at }: MatchDetail, place: keyof typeof HEIGHTS): string =>
  chatState({ status, kickoffAt: kickoff_at === null ? null : new Date(kickoff_at) }, new Date(nowMs())) === 'idle'
    ? 'h-[112px]'
    : HEIGHTS[place];

/** On phones: the screen without the bars, the tabs, the margins, and the slip's bar if there is one. */
const HEIGHTS = {
  tab: 'h-[max(320px,calc(100dvh-197px-env(safe-area-inset-bottom)))] md:h-[min(640px,calc(100dvh-190px))] max-md:[[data-bar-above-nav]_&]:h-[max(320px,calc(100dvh-266px-env(safe-area-inset-bottom)))]',
  card: 'h-[520px]',
} as const;

/** Loads the chat's code separately. */
function ChatLater({ match, place }: ChatProps & { place: keyof typeof HEIGHTS }) {
  const t = useTranslations('chat');
  return (
    <ErrorBoundary
      // Reloading the page loads the code, or a newer version's.
      fallbackRender={({ error }) => (
        <Card>
          <ErrorState title={t('load_failed')} error={error} onRetry={() => window.location.reload()} />
        </Card>
      )}
    >
      <Suspense
        fallback={
          <div aria-busy="true">
            <Skeleton className={`rounded-card ${heightOf(match, place)}`} />
          </div>
        }
      >
        <Panel match={match} className={HEIGHTS[place]} />
      </Suspense>
    </ErrorBoundary>
  );
}
