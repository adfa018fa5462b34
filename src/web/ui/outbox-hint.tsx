import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useMeta } from '#web/data/meta.ts';

/** In the demo, where to read a message that was said to be sent; nothing elsewhere. In a tab of its own, so that the form stays. */
export function OutboxHint() {
  const t = useTranslations('outbox');
  if (!useMeta()?.demo) return null;
  const link = (words: ReactNode) => (
    <Link to="/outbox" target="_blank" className="font-[620] text-accent underline">
      {words}
    </Link>
  );
  return <p className="text-[12.5px] text-muted">{t.rich('hint', { link })}</p>;
}
