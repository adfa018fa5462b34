import { type ReactNode, useState } from 'react';
import { classNames } from '#web/lib/class-names.ts';

/** Stripes from left to right, or from top to bottom, with the given widths (of 18 by 13). */
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

/** Drawn for 18 by 13 pixels, with only the features recognizable at that size. */
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
  gr: on(
    '#fff',
    ['#0d5eaf', 'M0 0h18v1.45H0zM0 2.9h18v1.45H0zM0 5.8h18v1.45H0zM0 8.7h18v1.45H0zM0 11.6h18V13H0zM0 0h7.2v7.25H0z'],
    ['#ffffff', 'M2.9 0h1.45v7.25H2.9zM0 2.9h7.2v1.45H0z'],
  ),
  mx: on('#fff', ['#006847', 'M0 0h6v13H0z'], ['#ce1126', 'M12 0h6v13h-6z'], ['#8c6a3b', 'M9 5a1.5 1.5 0 010 3 1.5 1.5 0 010-3z']),
  co: down(['#fcd116', 6.5], ['#003893', 3.25], ['#ce1126', 3.25]),
  ec: down(['#ffdd00', 6.5], ['#0072ce', 3.25], ['#ef3340', 3.25]),
  pe: across(['#d91023', 6], ['#fff', 6], ['#d91023', 6]),
  cl: on(
    '#fff',
    ['#d52b1e', 'M0 6.5h18V13H0z'],
    ['#0039a6', 'M0 0h6.5v6.5H0z'],
    ['#ffffff', 'M3.2 1.6l.5 1.4h1.5l-1.2.9.5 1.4-1.3-.9-1.2.9.4-1.4-1.2-.9h1.5z'],
  ),
  uy: on(
    '#fff',
    ['#0038a8', 'M7 1.45h11v1.44H7zM7 4.33h11v1.45H7zM0 7.22h18v1.45H0zM0 10.1h18v1.45H0z'],
    ['#fcd116', 'M3.4 1.7a1.9 1.9 0 010 3.8 1.9 1.9 0 010-3.8z'],
  ),
  eg: on('#fff', ['#ce1126', 'M0 0h18v4.33H0z'], ['#1b1b1b', 'M0 8.67h18V13H0z'], ['#c09300', 'M8 5h2v3H8z']),
  dz: on('#fff', ['#006233', 'M0 0h9v13H0z'], ['#d21034', 'M10.8 9.3a3.2 3.2 0 110-5.6 2.6 2.6 0 100 5.6zM10 6.5l2.6-.9v1.8z']),
  ma: on('#c1272d', ['#006233', STAR]),
  ng: across(['#008751', 6], ['#fff', 6], ['#008751', 6]),
  au: on(
    '#00247d',
    [
      '#ffffff',
      'M3.5 0h2v6.5h-2zM0 2.2h9v2H0zM4.5 8.6l.5 1.2 1.3.1-1 .8.3 1.3-1.1-.7-1.1.7.3-1.3-1-.8 1.3-.1zM13.5 1.8l.7.9-.7.9-.7-.9zM13.5 9.3l.7.9-.7.9-.7-.9zM11 5l.7.9-.7.9-.7-.9zM16 4.3l.7.9-.7.9-.7-.9z',
    ],
    ['#cf142b', 'M4 0h1v6.5H4zM0 2.7h9v1H0z'],
  ),
  ie: across(['#169b62', 6], ['#fff', 6], ['#ff883e', 6]),
  ro: across(['#002b7f', 6], ['#fcd116', 6], ['#ce1126', 6]),
  ua: down(['#0057b7', 6.5], ['#ffd700', 6.5]),
  hu: down(['#ce2939', third], ['#fff', third], ['#477050', third]),
  bg: down(['#fff', third], ['#00966e', third], ['#d62612', third]),
  hr: on('#fff', ['#e4002b', 'M0 0h18v4.33H0zM7.5 3.5h3v4.2h-3z'], ['#012169', 'M0 8.67h18V13H0z']),
  rs: down(['#c6363c', third], ['#0c4076', third], ['#fff', third]),
  cz: on('#fff', ['#d7141a', 'M0 6.5h18V13H0z'], ['#11457e', 'M0 0l8 6.5L0 13z']),
  fi: on('#fff', ['#003580', 'M5 0h3v13H5zM0 5h18v3H0z']),
  id: down(['#ce1126', 6.5], ['#fff', 6.5]),
  th: on('#a51931', ['#ffffff', 'M0 2.17h18v8.66H0z'], ['#2d2a4a', 'M0 4.33h18v4.34H0z']),
  sa: on('#165d31', ['#ffffff', 'M4 4h10v1.6H4zM4.5 8h9v.9h-9z']),
  kr: on(
    '#fff',
    ['#cd2e3a', 'M6.4 6.5a2.6 2.6 0 015.2 0z'],
    ['#0047a0', 'M6.4 6.5a2.6 2.6 0 005.2 0z'],
    ['#1b1b1b', 'M2.5 2.2h2v1h-2zM13.5 2.2h2v1h-2zM2.5 9.8h2v1h-2zM13.5 9.8h2v1h-2z'],
  ),
  'gb-wls': on('#fff', ['#00ab39', 'M0 6.5h18V13H0z'], ['#d30731', 'M4.5 8.5l2-3.5 2.5.5 1.5-2 1 2 2.5.5-1.5 1 1 3.5-2.5-2-2 1.5-.5-1.5z']),
  'gb-nir': on('#fff', ['#ce1124', 'M7.5 0h3v13h-3zM0 5h18v3H0z'], ['#ffffff', 'M9 4.2l2 1.2v2.2L9 8.8 7 7.6V5.4z']),
  us: on('#fff', ['#b31942', 'M0 0h18v1.86H0zM0 3.72h18v1.86H0zM0 7.43h18v1.86H0zM0 11.14h18V13H0z'], ['#0a3161', 'M0 0h8v7.43H0z']),
};

interface FlagProps {
  /** ISO 3166 (alpha-2, or gb-eng and the like), any case; null if there is no single country. */
  code: string | null;
  className?: string;
}

const CODE = /^[a-z]{2}(-[a-z]{3})?$/;
const FRAME = 'h-[13px] w-[18px] flex-none';

/** A country's flag beside its league's name: our drawing, else the round one of circle-flags; a plain pennant where there is none. */
export function Flag({ code, className }: FlagProps) {
  const country = code?.toLowerCase() ?? '';
  const [missing, setMissing] = useState<string | null>(null);
  if (FLAGS[country] === undefined && CODE.test(country) && missing !== country)
    return (
      <img
        alt=""
        src={`/flags/${country}.svg`}
        width={18}
        height={13}
        loading="lazy"
        decoding="async"
        onError={() => setMissing(country)}
        className={classNames(FRAME, 'object-contain', className)}
      />
    );
  return (
    <svg
      aria-hidden
      viewBox="0 0 18 13"
      className={classNames(
        FRAME,
        'rounded-[2.5px] outline-1 -outline-offset-1 outline-[color-mix(in_oklab,var(--line-strong)_35%,transparent)]',
        className,
      )}
    >
      {FLAGS[country] ?? on('var(--raised)', ['var(--line-strong)', 'M4 2.5l10 4-10 4z'])}
    </svg>
  );
}
