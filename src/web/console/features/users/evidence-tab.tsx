import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { EvidenceCard } from '#web/console/ui/evidence-card.tsx';
import { RingCard, WinningsCard } from '#web/console/ui/fraud-signal-cards.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { ProvenanceCard } from '#web/console/ui/provenance-card.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { userEvidenceQuery } from './api.ts';

/** Evidence for or against a user. */
export function EvidenceTab({ id }: { id: string }) {
  const t = useTranslations('admin_users');
  const query = useQuery(userEvidenceQuery(id));
  if (!query.data) {
    return (
      <Panel query={query} failed={t('evidence_failed')} skeleton={<Skeleton className="h-[420px]" />}>
        {() => null}
      </Panel>
    );
  }
  const { evidence, provenance, winnings } = query.data;
  return (
    <div className="grid grid-cols-1 items-start gap-3.5 lg:grid-cols-2">
      <div className="grid min-w-0 grid-cols-1 gap-3.5">
        <ProvenanceCard provenance={provenance} />
        <WinningsCard winnings={winnings} />
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-3.5">
        <RingCard ring={evidence.ring} />
        <EvidenceCard evidence={evidence} />
      </div>
    </div>
  );
}
