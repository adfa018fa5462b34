import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import CircleX from 'lucide-react/icons/circle-x';
import Footprints from 'lucide-react/icons/footprints';
import MonitorPlay from 'lucide-react/icons/monitor-play';
import type { MatchEventType } from '#domain/matches/match-details.ts';
import { classNames } from '#web/lib/class-names.ts';

/** Shows a decorative icon of an event, which the adjacent text names. */
export function EventIcon({ type }: { type: MatchEventType }) {
  switch (type) {
    case 'yellow':
      return <CardIcon className={YELLOW} />;
    case 'red':
      return <CardIcon className="bg-bad" />;
    case 'second_yellow':
      return (
        <span aria-hidden className="relative block h-4 w-4 flex-none">
          <CardIcon className={classNames('absolute left-0', YELLOW)} />
          <CardIcon className="absolute top-0.5 left-[5px] bg-bad ring-1 ring-surface" />
        </span>
      );
    case 'substitution':
      return <ArrowLeftRight size={16} aria-hidden className="flex-none text-muted" />;
    case 'var':
      return <MonitorPlay size={16} aria-hidden className="flex-none text-muted" />;
    case 'assist':
      return <Footprints size={16} aria-hidden className="flex-none text-muted" />;
    case 'missed_penalty':
      return <CircleX size={16} aria-hidden className="flex-none text-bad" />;
    default:
      return <Ball isOwnGoal={type === 'own_goal'} />;
  }
}

/** Yellow in both themes; on a light page its edge is drawn. */
const YELLOW = 'bg-(--card-yellow) shadow-[inset_0_0_0_1px_color-mix(in_oklab,var(--card-yellow)_75%,black)]';

/** Shows a referee's card. */
export function CardIcon({ className }: { className: string }) {
  return <i aria-hidden className={classNames('block h-[15px] w-[11px] flex-none rounded-[2px]', className)} />;
}

function Ball({ isOwnGoal }: { isOwnGoal: boolean }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      width={17}
      height={17}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinejoin="round"
      className={classNames('flex-none', isOwnGoal ? 'text-bad' : 'text-text')}
    >
      <circle cx="12" cy="12" r="9.5" />
      <path fill="currentColor" d="M12 7.5l4.3 3.1-1.6 5H9.3l-1.6-5z" />
      <path d="M12 7.5V3M16.3 10.6l4.4-1.6M14.7 15.6l2.8 3.8M9.3 15.6l-2.8 3.8M7.7 10.6L3.3 9" />
    </svg>
  );
}
