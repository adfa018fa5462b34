import { AVATAR_BOX, AVATAR_SHAPES, AVATAR_TILE, avatarOf } from '#domain/identity/avatar.ts';
import { classNames } from '#web/lib/class-names.ts';

interface AvatarProps {
  handle: string;
  /** In pixels. */
  size?: number;
  className?: string;
}

/** A user's picture, drawn from their handle. Hidden from screen readers, as the name is beside it. */
export function Avatar({ handle, size = 34, className }: AvatarProps) {
  return (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox={`0 0 ${AVATAR_BOX} ${AVATAR_BOX}`}
      className={classNames('flex-none rounded-full', className)}
    >
      {avatarOf(handle).map(({ shape, turns, ground, colour }, index) => (
        <g key={TILE_PLACES[index]} transform={TILE_PLACES[index]}>
          <path fill={ground} d={`M0 0h${AVATAR_TILE}v${AVATAR_TILE}H0z`} />
          <path fill={colour} d={AVATAR_SHAPES[shape]} transform={`rotate(${turns * 90} ${AVATAR_TILE / 2} ${AVATAR_TILE / 2})`} />
        </g>
      ))}
      {/* An outline for colours as light or dark as the page. */}
      <circle cx="12" cy="12" r="11.6" fill="none" stroke="var(--line-strong)" strokeOpacity={0.55} strokeWidth={0.8} />
    </svg>
  );
}

const TILE_PLACES = [0, 1, 2, 3].map((index) => `translate(${(index % 2) * AVATAR_TILE} ${Math.floor(index / 2) * AVATAR_TILE})`);
