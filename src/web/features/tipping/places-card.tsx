import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { TippingGroup } from '#contract/tipping-groups.ts';
import type { TippingPlace, TippingPlaces } from '#contract/tipping-import.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { copyText } from '#web/lib/sharing.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PartFailed } from '#web/ui/part-failed.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { RemovalDialog } from '#web/ui/removal-dialog.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { membersQuery } from './api.ts';
import { placesQuery, usePlaceChanges } from './import-api.ts';

const ImportForm = lazyPart<{ groupId: string; onDone: () => void }>(async () => (await import('./import-form.tsx')).ImportForm, {
  fallback: () => <Skeleton className="h-[320px] rounded-control" />,
  failed: () => <PartFailed />,
});

/** Says to everybody in the group that somebody entered tips of earlier matches for others. */
export function ImportedNotice({ imported }: Pick<TippingGroup, 'imported'>) {
  const t = useTranslations('tipping');
  const format = useFormatter();
  if (imported === null) return null;
  const { by, at, tips } = imported;
  return (
    <p className="mb-2 rounded-control bg-raised px-3 py-2 text-[13px] text-muted">
      {t('move.notice', { name: by ?? t('former_member'), count: tips, date: format.dateTime(new Date(at), 'day_year') })}
    </p>
  );
}

/** Moving over from another game: the files, and afterwards the places that wait for their people. */
export function PlacesCard({ group, isOpenFirst }: { group: TippingGroup; isOpenFirst: boolean }) {
  const t = useTranslations('tipping');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(placesQuery(group.id));
  const [isImporting, setImporting] = useState(isOpenFirst);
  const isOwner = group.role === 'owner';
  const places = data?.pages.flatMap(({ items }) => items) ?? [];
  const isOpen = data?.pages[0]?.is_open ?? false;
  if (error && isOwner)
    return (
      <Card title={t('move.places')}>
        <p className="mb-2 text-[13px] text-muted">{t('move.places_failed')}</p>
        <Button look="quiet" size="s" onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </Card>
    );
  const hasImport = isOwner && (isOpen || isImporting);
  return (
    <>
      {places.length > 0 && (
        <Card title={t('move.places')}>
          <p className="mb-2 text-[13px] text-muted">{t(isOwner ? 'move.places_lead' : 'move.places_note')}</p>
          <ul className="-mx-1">
            {places.map((place) => (
              <PlaceRow key={place.id} place={place} group={group} />
            ))}
          </ul>
          {hasNextPage && (
            <Button look="quiet" wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="mt-2">
              {t('show_more')}
            </Button>
          )}
        </Card>
      )}
      {hasImport && (
        <Card title={t('move.title')}>
          {isOpen && <p className="mb-3 text-[13px] text-muted">{t('move.lead')}</p>}
          {data && !isOpen && <p className="text-[13px] text-muted">{t('move.closed')}</p>}
          {isOpen && !isImporting && (
            <Button look="quiet" size="s" onClick={() => setImporting(true)}>
              {t('move.open')}
            </Button>
          )}
          {isOpen && isImporting && <ImportForm groupId={group.id} onDone={() => setImporting(false)} />}
        </Card>
      )}
      <ImportLog imports={data?.pages[0]?.imports ?? []} />
    </>
  );
}

/** Every import that changed something: who entered tips for others, and when. */
function ImportLog({ imports }: Pick<TippingPlaces, 'imports'>) {
  const t = useTranslations('tipping');
  const format = useFormatter();
  if (imports.length === 0) return null;
  return (
    <Card title={t('move.log')}>
      <ul className="grid gap-1.5 text-[13px] text-muted">
        {imports.map(({ by, at, ...counts }) => (
          <li key={at}>
            {t('move.log_line', { ...counts, name: by ?? t('former_member'), date: format.dateTime(new Date(at), 'day_time') })}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function PlaceRow({ place, group }: { place: TippingPlace; group: TippingGroup }) {
  const t = useTranslations('tipping');
  const { remove } = usePlaceChanges();
  const [open, setOpen] = useState<'give' | 'remove' | null>(null);
  const { id, name, tips, code } = place;
  const isOwner = group.role === 'owner';
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line px-1 py-2 first:border-t-0">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-[550]" title={name}>
          {name}
        </span>
        <span className="num block text-[12px] text-muted">{t('move.tips_count', { count: tips })}</span>
      </span>
      {code !== null && (
        <Button
          look="quiet"
          size="s"
          aria-label={t('move.link_of', { name })}
          onClick={() => void copyText(`${window.location.origin}/groups/join/${code}`)}
        >
          {t('copy_link')}
        </Button>
      )}
      {isOwner && (
        <span className="flex basis-full flex-wrap justify-end gap-1">
          <Button
            look="plain"
            size="s"
            aria-label={t('move.give_of', { name })}
            aria-expanded={open === 'give'}
            onClick={() => setOpen(open === 'give' ? null : 'give')}
          >
            {t('move.give')}
          </Button>
          <Button look="plain" size="s" aria-label={t('move.remove_of', { name })} onClick={() => setOpen('remove')}>
            {t('remove')}
          </Button>
        </span>
      )}
      {open === 'give' && <GiveForm groupId={group.id} placeId={id} />}
      <RemovalDialog
        open={open === 'remove'}
        onClose={() => setOpen(null)}
        title={t('move.remove_title', { name })}
        lead={t('move.remove_lead')}
        submit={t('remove')}
        onRemove={async () => void (await remove(group.id, id))}
      />
    </li>
  );
}

/** Gives a place to a member who joined without its link. */
function GiveForm({ groupId, placeId }: { groupId: string; placeId: number }) {
  const t = useTranslations('tipping');
  const { assign } = usePlaceChanges();
  const { data } = useInfiniteQuery(membersQuery(groupId));
  const free = data?.pages.flatMap(({ items }) => items).filter(({ place }) => place === null) ?? [];
  const [handle, setHandle] = useState<string | null>(null);
  const chosen = handle ?? free[0]?.handle;
  if (chosen === undefined) return null;
  const give = () =>
    void assign(groupId, placeId, chosen).then(
      () => toast('success', t('move.given')),
      (error: unknown) => toast('error', errorText(error)),
    );
  return (
    <div className="flex basis-full items-end gap-2">
      <div className="min-w-0 flex-1">
        <SelectField
          label={t('move.give_to')}
          value={chosen}
          options={free.map((member) => ({ value: member.handle, label: member.handle }))}
          onChange={setHandle}
        />
      </div>
      <Button look="quiet" onClick={give}>
        {t('move.give_submit')}
      </Button>
    </div>
  );
}
