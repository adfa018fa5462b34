import { CREST_FIELD_PATHS, CREST_SHIELD, crestOf } from '#domain/matches/crest.ts';

interface CrestProps {
  team: { name: string; colours: [string, string] };
  size?: number;
}

/** A team's crest, drawn: a shield in its two colours. Its name stands beside it, so it says nothing itself. */
export function Crest({ team, size = 20 }: CrestProps) {
  const { colours, field } = crestOf(team.name, team.colours);
  return (
    <svg aria-hidden width={size} height={(size * 28) / 24} viewBox="0 0 24 28" className="flex-none">
      <path d={CREST_SHIELD} fill={colours[0]} />
      <path d={CREST_FIELD_PATHS[field]} fill={colours[1]} />
      {/* An outline for shields as light as a light page, and as dark as a dark one. */}
      <path d={CREST_SHIELD} fill="none" stroke="var(--line-strong)" strokeOpacity={0.55} />
    </svg>
  );
}
