import { useTranslations } from 'use-intl';
import type { LegalFacts } from '#contract/legal.ts';
import { Card, FactList } from '#web/ui/card.tsx';

/** Says who runs the site and how to reach them, or plainly that the operator's settings do not. */
export function OperatorCard({ operator }: Pick<LegalFacts, 'operator'>) {
  const t = useTranslations('legal');
  const { name, address, email, law, complaints, support_url } = operator;
  const facts = [
    { label: t('operator.name'), value: name },
    { label: t('operator.address'), value: address },
    { label: t('operator.email'), value: email && <Away to={`mailto:${email}`}>{email}</Away> },
    { label: t('operator.support'), value: support_url && <Away to={support_url}>{t('operator.support_link')}</Away> },
    { label: t('operator.law'), value: law },
    { label: t('operator.complaints'), value: complaints },
  ].filter(({ value }) => value !== null);
  return (
    <Card title={t('operator.heading')} className="mb-6">
      {name === null && (
        <p role="note" className="mb-2 font-[550] text-warn">
          {t('operator.missing')} {t('template')}
        </p>
      )}
      {facts.length > 0 && <FactList facts={facts} />}
    </Card>
  );
}

const Away = ({ to, children }: { to: string; children: string }) => (
  <a href={to} rel="noopener noreferrer" className="underline underline-offset-2">
    {children}
  </a>
);
