import type { ReactNode } from 'react';
import { classNames } from '#web/lib/class-names.ts';

/** Stripes from left to right, or from top to bottom, as wide as the numbers say (of 18 by 13). */
const across = (...bands: [colour: string, width: number][]) => stripes(bands, (from, width) => `M${from} 0h${width}v13h-${width}z`);
const down = (...bands: [colour: string, height: number][]) => stripes(bands, (from, height) => `M0 ${from}h18v${height}H0z`);

function stripes(bands: [string, number][], path: (from: number, size: number) => string): ReactNode {
  let from = 0;
  return bands.map(([colour, size]) => {
    const start = from;
    from += size;
    return <path key={start} fill={colour} d={path(start, size)} />;
  });
}

const third = 13 / 3;
const on = (ground: string, ...marks: [colour: string, path: string][]) => (
  <>
    <path fill={ground} d="M0 0h18v13H0z" />
    {marks.map(([colour, path]) => (
      <path key={path} fill={colour} d={path} />
    ))}
  </>
);

const STAR = 'M9 2.2l1 3.1h3.3l-2.7 1.9 1 3.1L9 8.4l-2.6 1.9 1-3.1-2.7-1.9H8z';

/** Drawn for 18 by 13 pixels: what makes each one known at that size, and no more. */
const FLAGS: Record<string, ReactNode> = {
  'gb-eng': on('#fff', ['#ce1124', 'M7.5 0h3v13h-3zM0 5h18v3H0z']),
  'gb-sct': on('#005eb8', ['#fff', 'M0 0h2.2L18 11.4V13h-2.2L0 1.6zM18 0h-2.2L0 11.4V13h2.2L18 1.6z']),
  es: down(['#aa151b', 3.25], ['#f1bf00', 6.5], ['#aa151b', 3.25]),
  it: across(['#009246', 6], ['#fff', 6], ['#ce2b37', 6]),
  fr: across(['#0055a4', 6], ['#fff', 6], ['#ef4135', 6]),
  be: across(['#1b1b1b', 6], ['#fdda24', 6], ['#ef3340', 6]),
  pt: on('#da291c', ['#046a38', 'M0 0h7v13H0z'], ['#ffe900', 'M7 4a2.5 2.5 0 010 5 2.5 2.5 0 010-5z']),
  de: down(['#1b1b1b', third], ['#dd0000', third], ['#ffce00', third]),
  nl: down(['#ae1c28', third], ['#fff', third], ['#21468b', third]),
  at: down(['#c8102e', third], ['#fff', third], ['#c8102e', third]),
  ru: down(['#fff', third], ['#0039a6', third], ['#d52b1e', third]),
  ar: down(['#74acdf', third], ['#fff', third], ['#74acdf', third]),
  pl: down(['#fff', 6.5], ['#dc143c', 6.5]),
  dk: on('#c8102e', ['#fff', 'M5 0h2.2v13H5zM0 5.4h18v2.2H0z']),
  se: on('#006aa7', ['#fecc02', 'M5 0h2.4v13H5zM0 5.3h18v2.4H0z']),
  no: on('#ba0c2f', ['#fff', 'M4.5 0h3.6v13H4.5zM0 4.7h18v3.6H0z'], ['#00205b', 'M5.5 0h1.6v13H5.5zM0 5.7h18v1.6H0z']),
  ch: on('#da291c', ['#fff', 'M7.75 2.5h2.5v8h-2.5zM5 5.25h8v2.5H5z']),
  tr: on('#e30a17', ['#fff', 'M8.5 9.7a3.4 3.4 0 110-6.4 2.7 2.7 0 100 6.4zM11 5.2l2.6 1.3L11 7.8l.7-1.3z']),
  br: on('#009739', ['#fedd00', 'M9 1.5l7.5 5-7.5 5-7.5-5z'], ['#012169', 'M9 4a2.5 2.5 0 010 5 2.5 2.5 0 010-5z']),
  cn: on('#ee1c25', ['#ffff00', 'M3.5 1.5l.7 2h2L4.6 4.7l.6 2-1.7-1.2-1.7 1.2.6-2L.8 3.5h2z']),
  vn: on('#da251d', ['#ffff00', STAR]),
  jp: on('#fff', ['#bc002d', 'M9 3a3.5 3.5 0 010 7 3.5 3.5 0 010-7z']),
  us: on('#fff', ['#b31942', 'M0 0h18v1.86H0zM0 3.72h18v1.86H0zM0 7.43h18v1.86H0zM0 11.14h18V13H0z'], ['#0a3161', 'M0 0h8v7.43H0z']),
};

interface FlagProps {
  /** ISO 3166 (alpha-2, or gb-eng and the like), any case; null for what belongs to no one country. */
  code: string | null;
  className?: string;
}

/** A country's flag beside its league's name; a plain pennant where we have none drawn. */
export function Flag({ code, className }: FlagProps) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 18 13"
      className={classNames(
        'h-[13px] w-[18px] flex-none rounded-[2.5px] outline-1 -outline-offset-1 outline-[color-mix(in_oklab,var(--line-strong)_35%,transparent)]',
        className,
      )}
    >
      {FLAGS[code?.toLowerCase() ?? ''] ?? on('var(--raised)', ['var(--line-strong)', 'M4 2.5l10 4-10 4z'])}
    </svg>
  );
}
