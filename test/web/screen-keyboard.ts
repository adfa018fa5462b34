import { act } from '@testing-library/react';

const WIDTH = 390;
const HEIGHT = 844;

const before = {
  viewport: window.visualViewport,
  innerWidth: window.innerWidth,
  innerHeight: window.innerHeight,
  media: window.matchMedia,
};

interface Shown {
  /** Part of the page's width and height that is visible, in pixels. */
  inSight: number;
  /** Whether the page itself shrinks, as on Android; elsewhere the keyboard covers its end. */
  makesPageLower?: boolean;
  scale?: number;
  width?: number;
}

/** A phone's screen, which jsdom lacks: its visible part changes with the keyboard. `putAway` undoes it. */
export function beTouchScreen() {
  const viewport = Object.assign(new EventTarget(), { height: HEIGHT, scale: 1 });
  Object.assign(window, {
    visualViewport: viewport,
    innerWidth: WIDTH,
    innerHeight: HEIGHT,
    matchMedia: (query: string) => Object.assign(before.media(query), { matches: query.includes('width < 768px') }),
  });
  const show = ({ inSight, makesPageLower = false, scale = 1, width = WIDTH }: Shown) => {
    Object.assign(viewport, { height: inSight, scale });
    Object.assign(window, { innerWidth: width, innerHeight: makesPageLower ? inSight : HEIGHT });
    act(() => void viewport.dispatchEvent(new Event('resize')));
  };
  const putAway = () => {
    const { viewport: visualViewport, media: matchMedia, ...sizes } = before;
    Object.assign(window, { visualViewport, matchMedia, ...sizes });
  };
  return { show, showAll: () => show({ inSight: HEIGHT }), putAway };
}
