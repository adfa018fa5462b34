import type { ReactNode } from 'react';

/** What is known, line by line: a name and its value. */
export function FactList({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-1">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex items-baseline justify-between gap-4 border-b border-line py-2.5 last:border-0">
          <dt className="max-w-[64%] flex-none break-words text-muted">{label}</dt>
          <dd className="min-w-0 text-right font-[530] wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
