import { useEffect, useState } from 'react';

/** Scrolling less than this far, in pixels, changes nothing: fingers tremble, and browsers bounce at the end of a page. */
const STEP_PX = 12;

/** Returns whether controls above a list should make room: true after scrolling down, false after scrolling up and near the top. */
export function useFolded(isEnabled: boolean, nearTopPx: number): boolean {
  const [isFolded, setFolded] = useState(false);
  useEffect(() => {
    if (!isEnabled) return;
    let turnedAt = window.scrollY;
    let last = window.scrollY;
    let isDown = false;
    const look = () => {
      const at = window.scrollY;
      const goesDown = at === last ? isDown : at > last;
      if (goesDown !== isDown) [isDown, turnedAt] = [goesDown, last];
      last = at;
      if (at <= nearTopPx) setFolded(false);
      else if (Math.abs(at - turnedAt) >= STEP_PX) setFolded(isDown);
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => {
      window.removeEventListener('scroll', look);
      setFolded(false);
    };
  }, [isEnabled, nearTopPx]);
  return isFolded;
}
