import type { TeamRef } from '#contract/matches.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Crest } from './crest.tsx';

interface TeamNameProps {
  team: TeamRef;
  crestSize?: number;
  /** The side that is behind or has lost stands back. */
  isBehind?: boolean;
  className?: string;
}

/** Crest and name on one line; a long name ends in an ellipsis and is whole in its tooltip. */
export function TeamName({ team, crestSize = 20, isBehind, className }: TeamNameProps) {
  const name = useLocalName()(team);
  return (
    <span className={classNames('flex min-w-0 items-center gap-[9px]', isBehind ? 'font-[450] text-muted' : 'font-[530]', className)}>
      <Crest team={team} size={crestSize} />
      <span className="truncate" title={name}>
        {name}
      </span>
    </span>
  );
}
