import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Deed } from '#contract/approvals.ts';
import { UserLine } from '#web/admin/ui/user-line.tsx';
import { useLocalName } from '#web/lib/local-name.ts';

/** What will be done once it is agreed to, in a sentence, with the way to whom or what it is about. */
export function DeedWords({ deed }: { deed: Deed }) {
  const t = useTranslations('admin_approvals');
  if (deed.kind === 'adjust') {
    const points = Math.abs(deed.delta);
    return (
      <>
        <p className="flex flex-wrap items-center gap-x-1.5 text-[15px] font-[620]">
          {t.rich(deed.delta > 0 ? 'kinds.give' : 'kinds.take', { points, user: () => <UserLine user={deed.user} /> })}
        </p>
        <p className="text-[13px] text-muted">
          {t(`adjust_as.${deed.source}`)}
          {deed.note && ` · ${t('user_reads', { note: deed.note })}`}
        </p>
      </>
    );
  }
  return (
    <>
      <p className="text-[15px] font-[620]">
        {deed.kind === 'void' ? t('kinds.void') : t(`kinds.${deed.kind}`, { home: deed.home_score, away: deed.away_score })}
      </p>
      <ContestLine contest={deed.contest} />
    </>
  );
}

function ContestLine({ contest: { id, market, match } }: { contest: Extract<Deed, { kind: 'void' }>['contest'] }) {
  const t = useTranslations('bets.markets');
  const nameOf = useLocalName();
  return (
    <p className="text-[13px] text-muted">
      <Link to={`/admin/contests/${id}`} className="font-semibold text-text hover:underline">
        {nameOf(match.home)} – {nameOf(match.away)}
      </Link>{' '}
      · {t(market)}
    </p>
  );
}
