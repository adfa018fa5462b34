import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { WalletCheck as Check } from '#contract/wallet-check.ts';
import { TableSkeleton } from '#web/console/ui/data-table.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { FactList } from '#web/ui/card.tsx';
import { walletCheckQuery } from './api.ts';

/** What speaks for or against the wallet of a withdrawal. It loads by itself, as nodes may be slow. */
export function WalletCheck({ id }: { id: string }) {
  const t = useTranslations('admin_withdrawals.check');
  const query = useQuery(walletCheckQuery(id));
  return (
    <Panel title={t('title')} query={query} failed={t('failed')} skeleton={<TableSkeleton />}>
      {(check) => <CheckFacts check={check} />}
    </Panel>
  );
}

const Bad = ({ children }: { children: string }) => <span className="text-bad">{children}</span>;

function CheckFacts({ check: { fault, chain, history } }: { check: Check }) {
  const t = useTranslations('admin_withdrawals.check');
  const problems = useTranslations('admin_withdrawals.payout_problem');
  const unknown = chain?.problem ? problems(chain.problem) : t('unknown');
  const { paid_count, paid_points, other_users } = history;
  return (
    <FactList
      facts={[
        { label: t('form'), value: fault ? <Bad>{t(`fault.${fault}`)}</Bad> : t('valid') },
        ...(chain
          ? [
              { label: t('frozen'), value: chain.frozen === null ? unknown : chain.frozen ? <Bad>{t('is_frozen')}</Bad> : t('not_frozen') },
              { label: t('holds'), value: chain.holds_usdt === null ? unknown : t(chain.holds_usdt ? 'holds_some' : 'holds_none') },
            ]
          : [{ label: t('frozen'), value: t('not_checked') }]),
        { label: t('paid'), value: t('paid_of', { count: paid_count, points: paid_points }) },
        { label: t('others'), value: other_users > 0 ? <Bad>{t('others_of', { count: other_users })}</Bad> : t('others_none') },
      ]}
    />
  );
}
