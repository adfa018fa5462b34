import { Link } from 'react-router';
import type { TeamRef } from '#contract/matches.ts';
import { CREST_FIELD_PATHS, CREST_SHIELD, crestOf } from '#domain/matches/crest.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';

interface TeamNameProps {
  team: TeamRef;
  crestSize?: number;
  /** The losing side is dimmed. */
  isBehind?: boolean;
  className?: string;
}

/** Crest and name on one line; a long name ends in an ellipsis, with the full name in its tooltip. */
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

/** A team's name that leads to its page, where no link of the whole row leads elsewhere. It can be pressed a little above and below. */
export const TeamLink = (props: TeamNameProps) => (
  <Link
    to={`/team/${props.team.id}`}
    className="relative block min-w-0 rounded-tag underline-offset-4 before:absolute before:-inset-x-1 before:-inset-y-2.5 hover:underline"
  >
    <TeamName {...props} />
  </Link>
);

interface CrestProps {
  team: { name: string; colours: [string, string] };
  size?: number;
}

/** A team's crest: a shield in its two colours. Hidden from screen readers, as the name is beside it. */
export function Crest({ team, size = 20 }: CrestProps) {
  const { colours, field } = crestOf(team.name, team.colours);
  return (
    <svg aria-hidden width={size} height={(size * 28) / 24} viewBox="0 0 24 28" className="flex-none">
      <path d={CREST_SHIELD} fill={colours[0]} />
      <path d={CREST_FIELD_PATHS[field]} fill={colours[1]} />
      {/* An outline for shields as light or dark as the page. */}
      <path d={CREST_SHIELD} fill="none" stroke="var(--line-strong)" strokeOpacity={0.55} />
    </svg>
  );
}
