import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Overview } from '#contract/overview.ts';

/** What is wrong with the site now, and what was switched off by hand; nothing when all is well. */
export function ProblemsNote({ problems, switches, house }: Pick<Overview, 'problems' | 'switches' | 'house'>) {
  const t = useTranslations('admin_overview');
  const off = switches.filter(({ is_on }) => !is_on).map(({ name }) => t(`switches.${name}`));
  const lines = [
    ...problems.map((problem) => t(`problems.${problem}`)),
    ...(house.is_closed ? [t('house_closed')] : []),
    ...(off.length > 0 ? [t('switched_off', { names: off.join(', ') })] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <section
      aria-label={t('problems_heading')}
      className="flex gap-3 rounded-card border border-warn bg-[color-mix(in_oklab,var(--warn)_8%,var(--surface))] px-4 py-3 text-[13.5px]"
    >
      <TriangleAlert size={18} aria-hidden className="mt-px flex-none text-warn" />
      <ul className="grid gap-1">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
