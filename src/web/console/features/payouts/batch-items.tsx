import Copy from 'lucide-react/icons/copy';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { type BatchItem, releasePayout, type WholeBatch } from '#contract/payout-batches.ts';
import { shortWallet, tronLinkUrl } from '#domain/withdrawals/payout-text.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { type Column, DataTable } from '#web/console/ui/data-table.tsx';
import { PayoutFacts, StageTag } from '#web/console/ui/payout-state.tsx';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { UserLine } from '#web/console/ui/user-line.tsx';
import { copyText } from '#web/lib/sharing.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { TransactionLink } from '#web/ui/transaction-link.tsx';

/** Whether a payout of a batch is still to be paid. */
export const isUnpaid = ({ stage, frozen, released_at }: BatchItem): boolean =>
  stage === 'being_sent' && frozen === null && released_at === null;

/** The payouts of a batch: what to pay each, and what the chain says of it. `p` shows how to pay the focused one. */
export function BatchItems({ batch, isMine }: { batch: WholeBatch; isMine: boolean }) {
  const t = useTranslations('admin_payouts');
  const [chosen, setChosen] = useState<{ item: BatchItem; deed: 'pay' | 'release' } | null>(null);
  /** The row or button that opened the dialog: it has the focus again afterwards. */
  const opener = useRef<HTMLElement | null>(null);
  const open = (item: BatchItem, deed: 'pay' | 'release') => {
    opener.current = document.activeElement as HTMLElement | null;
    setChosen({ item, deed });
  };
  const columns: Column<BatchItem>[] = [
    { key: 'user', title: t('user'), cell: ({ user }) => <UserLine user={user} isBrief /> },
    { key: 'usdt', title: 'USDT', isNumber: true, cell: ({ usdt }) => <Copied text={usdt} label={t('copy_amount')} shown={usdt} /> },
    {
      key: 'wallet',
      title: t('wallet'),
      isExtra: true,
      className: 'text-muted',
      cell: ({ wallet_address }) =>
        wallet_address && <Copied text={wallet_address} label={t('copy_wallet')} shown={shortWallet(wallet_address)} />,
    },
    { key: 'state', title: t('state'), cell: (item) => <ItemState item={item} /> },
    {
      key: 'deeds',
      title: '',
      isNumber: true,
      cell: (item) =>
        isMine && (
          <span className="flex justify-end gap-1.5">
            {isUnpaid(item) && (
              <Button size="s" look="quiet" onClick={() => open(item, 'pay')}>
                {t('pay')}
              </Button>
            )}
            {item.tx_hash === null && item.released_at === null && (
              <Button size="s" look="plain" onClick={() => open(item, 'release')}>
                {t('release')}
              </Button>
            )}
          </span>
        ),
    },
  ];
  const close = () => setChosen(null);
  return (
    <>
      <DataTable
        label={t('payouts')}
        columns={columns}
        rows={batch.items}
        keyOf={({ id }) => id}
        keys={{ p: (item) => isMine && isUnpaid(item) && open(item, 'pay') }}
      />
      {chosen?.deed === 'pay' && (
        <PayDialog item={chosen.item} treasury={batch.treasury} onClose={close} focusAfter={() => opener.current} />
      )}
      {chosen?.deed === 'release' && <ReleaseDialog batchId={batch.id} item={chosen.item} onClose={close} />}
    </>
  );
}

function ItemState({ item }: { item: BatchItem }) {
  const t = useTranslations('admin_payouts');
  const { id, tx_hash, payout, released_at } = item;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {released_at !== null ? (
        <Tag tone="quiet">{t('released')}</Tag>
      ) : payout ? (
        <PayoutFacts payout={payout} />
      ) : (
        <StageTag withdrawal={item} />
      )}
      {tx_hash && <TransactionLink hash={tx_hash} />}
      <Link to={`/admin/withdrawals/${id}`} className="text-[12.5px] text-muted underline-offset-2 hover:underline">
        {t('see')}
      </Link>
    </span>
  );
}

/** A text with a button that copies it whole. */
function Copied({ text, label, shown }: { text: string; label: string; shown: string }) {
  return (
    <span className="num inline-flex items-center gap-1 whitespace-nowrap" title={text}>
      {shown}
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={() => void copyText(text)}
        className="thumb -my-1.5 grid size-8 place-items-center rounded-control text-muted hover:bg-raised hover:text-text"
      >
        <Copy size={14} aria-hidden />
      </button>
    </span>
  );
}

interface PayDialogProps {
  item: BatchItem;
  treasury: string | null;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

/** What a wallet needs to pay one payout: the address as a code and to copy, the exact amount, and a link to TronLink. */
function PayDialog({ item: { id, usdt, wallet_address, user }, treasury, onClose, focusAfter }: PayDialogProps) {
  const t = useTranslations('admin_payouts');
  const wallet = wallet_address ?? '';
  return (
    <Dialog
      open
      isCalm
      onClose={onClose}
      focusAfter={focusAfter}
      title={t('pay_title', { usdt, name: user.display_name })}
      lead={t('pay_lead')}
    >
      <div className="grid gap-4">
        <div className="mx-auto w-[208px] overflow-hidden rounded-control">
          <QrCode text={wallet} label={t('qr', { wallet })} />
        </div>
        <dl className="grid gap-2 text-[14px]">
          <div className="flex items-center justify-between gap-3">
            <dt className="text-muted">{t('amount')}</dt>
            <dd>
              <Copied text={usdt} label={t('copy_amount')} shown={`${usdt} USDT`} />
            </dd>
          </div>
          <div className="flex items-center justify-between gap-3">
            <dt className="text-muted">{t('wallet')}</dt>
            <dd className="min-w-0">
              <Copied text={wallet} label={t('copy_wallet')} shown={shortWallet(wallet)} />
            </dd>
          </div>
        </dl>
        <p className="num text-center text-[12.5px] wrap-anywhere text-muted">{wallet}</p>
        {treasury && (
          <Button asChild wide look="quiet">
            <a href={tronLinkUrl({ from: treasury, to: wallet, amount: usdt, id })}>{t('tronlink', { app: 'TronLink' })}</a>
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** Takes a payout out of the batch, so that it can be paid elsewhere or returned. */
function ReleaseDialog({ batchId, item: { id, usdt, user }, onClose }: { batchId: string; item: BatchItem; onClose: () => void }) {
  const t = useTranslations('admin_payouts');
  const release = useAdminCall(releasePayout);
  return (
    <ReasonDialog
      title={t('release_title', { usdt, name: user.display_name })}
      lead={t('release_lead')}
      submit={t('release')}
      look="danger"
      onClose={onClose}
      onConfirm={(reason) => release.mutateAsync({ id: batchId, withdrawal_id: id, reason })}
    />
  );
}
