import { encodeQR } from 'qr';
import { useMemo } from 'react';

/** The light margin that readers need around a code, in modules (ISO/IEC 18004). */
const MARGIN = 4;

/** A QR code: black on white in both themes, as some readers do not accept the inverse. Load it lazily. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = useMemo(() => encodeQR(text, 'raw', { ecc: 'medium', border: MARGIN }), [text]);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${rows.length} ${rows.length}`} shapeRendering="crispEdges" className="w-full">
      <rect width="100%" height="100%" fill="#fff" />
      <path fill="#000" d={rows.map(runsOf).join('')} />
    </svg>
  );
}

/** The dark modules of a row; adjacent ones form one rectangle. */
const runsOf = (row: readonly boolean[], y: number): string =>
  [
    ...row
      .map((isDark) => (isDark ? '#' : ' '))
      .join('')
      .matchAll(/#+/g),
  ]
    .map(({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`)
    .join('');
