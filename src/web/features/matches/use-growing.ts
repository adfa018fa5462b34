import { useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useIsPhone } from '#web/lib/use-media.ts';

/** The lowest row there is, on the phone with its prices and on the desktop; what is around the list takes some of the screen too. */
const ROW_PX_MIN = { phone: 96, desktop: 56 };
const ROWS_A_FRAME = 2;

/** What fills the screen, and little more. */
function firstRows(isPhone: boolean): number {
  return Math.ceil(window.innerHeight / ROW_PX_MIN[isPhone ? 'phone' : 'desktop']);
}

/**
 * How many of a list's rows to draw: as many as fill the screen at once, the others a few a frame, so that a page of a hundred
 * does not keep it from following a hand. Another `list` begins anew; whoever comes back finds all of it where it was.
 */
export function useGrowing(list: string, total: number): number {
  const isPhone = useIsPhone();
  const { key } = useLocation();
  const isBack = useNavigationType() === 'POP' && key !== 'default';
  const [drawn, setDrawn] = useState({ list, rows: isBack ? Number.POSITIVE_INFINITY : firstRows(isPhone) });
  if (drawn.list !== list) setDrawn({ list, rows: firstRows(isPhone) });
  const { rows } = drawn;
  useEffect(() => {
    if (rows >= total) return;
    const frame = requestAnimationFrame(() => setDrawn((now) => ({ ...now, rows: Math.min(now.rows, total) + ROWS_A_FRAME })));
    return () => cancelAnimationFrame(frame);
  }, [rows, total]);
  return rows;
}
