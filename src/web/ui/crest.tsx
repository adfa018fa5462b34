import { useId } from 'react';
import { type CrestField, crestOf } from '#domain/crest.ts';

const SHIELD = 'M1 3.2Q6.5 3.4 12 .8q5.5 2.6 11 2.4v11.3c0 6.3-4.4 10-11 12.7C5.4 24.5 1 20.8 1 14.5z';

const FIELDS: Record<CrestField, string> = {
  halves: 'M12 0h12v28H12z',
  stripes: 'M3 0h3.6v28H3zM10.2 0h3.6v28h-3.6zM17.4 0H21v28h-3.6z',
  hoops: 'M0 4h24v3.8H0zM0 11.6h24v3.8H0zM0 19.2h24V23H0z',
  sash: 'M-2 5l9-7 22 22-8 8z',
  cross: 'M9.6 0h4.8v28H9.6zM0 9h24v4.8H0z',
  chief: 'M0 0h24v9H0z',
};

interface CrestProps {
  team: { name: string; colours: [string, string] };
  size?: number;
}

/** A team's crest, drawn: a shield in its two colours. Its name stands beside it, so it says nothing itself. */
export function Crest({ team, size = 20 }: CrestProps) {
  const clip = useId();
  const { colours, field } = crestOf(team.name, team.colours);
  return (
    <svg aria-hidden width={size} height={(size * 28) / 24} viewBox="0 0 24 28" className="flex-none">
      <clipPath id={clip}>
        <path d={SHIELD} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path d="M0 0h24v28H0z" fill={colours[0]} />
        <path d={FIELDS[field]} fill={colours[1]} />
      </g>
      {/* An outline for shields as light as a light page, and as dark as a dark one. */}
      <path d={SHIELD} fill="none" stroke="var(--line-strong)" strokeOpacity={0.55} />
    </svg>
  );
}
