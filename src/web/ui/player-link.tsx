import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '#web/lib/class-names.ts';

interface PlayerLinkProps {
  /** Null for a name without a page, which is shown as it is. */
  id: number | null;
  children: ReactNode;
  className?: string;
}

/** A player's name that leads to the player's page. It can be pressed a little above and below. */
export function PlayerLink({ id, children, className }: PlayerLinkProps) {
  if (id === null) return className ? <span className={className}>{children}</span> : children;
  return (
    <Link
      to={`/player/${id}`}
      className={classNames('rounded-tag underline-offset-4 hover:underline pointer-coarse:relative', TALLER, className)}
    >
      {children}
    </Link>
  );
}

/** On touch screens. Sideways it grows by nothing: names may stand side by side. */
const TALLER = 'pointer-coarse:before:absolute pointer-coarse:before:inset-x-0 pointer-coarse:before:-inset-y-1.5';
