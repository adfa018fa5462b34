/** A hash, whole: it is there to be compared. */
export function Fingerprint({ label, hash }: { label: string; hash: string }) {
  return (
    <p className="mt-2.5 text-[12px] text-muted">
      <span className="block">{label}</span>
      <code className="block text-[11.5px] break-all text-text select-all">{hash}</code>
    </p>
  );
}
