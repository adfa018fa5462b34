import { useFormatter, useTranslations } from 'use-intl';
import { Tag, type TagTone } from '#web/ui/card.tsx';
import type { Invite } from './api.ts';

type Invitee = Invite['recent'][number];

const TONES: Record<Invitee['status'], TagTone> = {
  registered: 'quiet',
  qualified: 'home',
  rewarded: 'good',
  in_review: 'warn',
  refused: 'bad',
};

interface InviteeTableProps {
  invitees: readonly Invitee[];
  /** The caps leave no room: whoever has qualified waits. */
  isFull: boolean;
}

/** Who came by the code, and how far each has come. Addresses are masked by the server. */
export function InviteeTable({ invitees, isFull }: InviteeTableProps) {
  const t = useTranslations('account');
  const format = useFormatter();
  const day = (at: string | null) => (at === null ? '–' : format.dateTime(new Date(at), { dateStyle: 'medium' }));
  const head = 'pb-2 pr-3 text-left text-[11.5px] font-medium text-faint';
  return (
    <table className="w-full border-collapse text-[13px]">
      <caption className="sr-only">{t('invitees')}</caption>
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className={`${head} w-2/5 md:w-1/3`}>
            {t('invitee')}
          </th>
          <th scope="col" className={head}>
            {t('registered_at')}
          </th>
          <th scope="col" className={`${head} max-md:hidden`}>
            {t('came_by')}
          </th>
          <th scope="col" className={`${head} max-md:hidden`}>
            {t('activated_at')}
          </th>
          <th scope="col" className={`${head} max-md:hidden`}>
            {t('rewarded_at')}
          </th>
          <th scope="col" className={`${head} pr-0 text-right`}>
            {t('invitee_status')}
          </th>
        </tr>
      </thead>
      <tbody>
        {invitees.map((invitee) => (
          <tr key={invitee.id} className="border-b border-line last:border-0">
            <td className="max-w-0 py-[9px] pr-3">
              <span className="block truncate">{invitee.email ?? t('no_address')}</span>
            </td>
            <td className="num py-[9px] pr-3 whitespace-nowrap text-muted">{day(invitee.registered_at)}</td>
            <td className="py-[9px] pr-3 whitespace-nowrap text-muted max-md:hidden">
              {invitee.source === null ? '–' : t(`ways.${invitee.source}`)}
            </td>
            <td className="num py-[9px] pr-3 whitespace-nowrap text-muted max-md:hidden">{day(invitee.activated_at)}</td>
            <td className="num py-[9px] pr-3 whitespace-nowrap text-muted max-md:hidden">{day(invitee.rewarded_at)}</td>
            <td className="py-[9px] text-right">
              <Tag tone={TONES[invitee.status]}>
                {isFull && invitee.status === 'qualified' ? t('waits') : t(`invitee_statuses.${invitee.status}`)}
              </Tag>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
