import { queryOptions, useQuery } from '@tanstack/react-query';
import Info from 'lucide-react/icons/info';
import TriangleExclamationPoint from 'lucide-react/icons/triangle-exclamation-point';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { changeNotice, getNotice, NOTICE_LENGTH_MAX, NOTICE_TONES, type Notice, type NoticeView } from '#contract/feature-flags.ts';
import { call } from '#web/console/lib/call.ts';
import { fromLocalTime, toLocalTime } from '#web/console/lib/local-time.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { TimeAgo } from '#web/console/ui/elapsed-time.tsx';
import { LongField } from '#web/console/ui/long-field.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { StateDot } from '#web/console/ui/state-dot.tsx';
import { toast } from '#web/data/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { Segmented } from '#web/ui/switches.tsx';

/** The notice above every page, editable for those who may change it. */
export function NoticePanel() {
  const t = useTranslations('admin_settings');
  const query = useQuery(noticeQuery);
  const role = useAdmin()?.role;
  const mayChange = role !== undefined && changeNotice.access.includes(role);
  return (
    <Panel
      title={t('notice')}
      aside={
        query.data && <StateDot tone={query.data.is_shown ? 'good' : 'quiet'}>{t(query.data.is_shown ? 'shown' : 'not_shown')}</StateDot>
      }
      query={query}
      failed={t('notice_failed')}
      skeleton={<Skeleton className="h-[420px]" />}
    >
      {({ notice, is_shown }) => (
        <div className="grid gap-4">
          {notice && (
            <p className="text-[12.5px] text-muted">
              {t('changed_by', { email: notice.changed.email })} · <TimeAgo at={notice.changed.at} />
            </p>
          )}
          {mayChange ? (
            // A new notice resets the form.
            <NoticeForm key={notice?.id ?? 0} notice={notice} isShown={is_shown} />
          ) : (
            <p className="text-pretty wrap-anywhere">{(is_shown && notice?.en) || t('no_notice')}</p>
          )}
        </div>
      )}
    </Panel>
  );
}

/** The banner above every page, in all languages. */
const noticeQuery = queryOptions({ queryKey: ['notice'], queryFn: ({ signal }) => call(getNotice, {}, signal) });

const LANGUAGES = ['en', 'zh_cn', 'vi'] as const;

interface NoticeFormProps {
  notice: NoticeView['notice'];
  isShown: boolean;
}

/** A form for a notice: three languages, its end, a preview; or for removing it. */
function NoticeForm({ notice, isShown }: NoticeFormProps) {
  const t = useTranslations('admin_settings');
  const change = useAdminCall(changeNotice);
  const [draft, setDraft] = useState(() => draftOf(notice));
  const [asked, setAsked] = useState<'show' | 'end' | null>(null);
  const [isEmpty, setEmpty] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    // The English text is required: it replaces missing languages.
    setEmpty(draft.en.trim() === '');
    if (draft.en.trim() !== '') setAsked('show');
  }

  async function confirm(reason: string) {
    const until = fromLocalTime(draft.until);
    const { tone, en, zh_cn, vi } = asked === 'end' ? { ...draft, en: '', zh_cn: '', vi: '' } : draft;
    await change.mutateAsync({ tone, en, zh_cn, vi, shown_until: asked === 'end' ? null : until, reason });
    toast('success', t(asked === 'end' ? 'notice_ended' : 'notice_changed'));
  }

  return (
    <>
      <form noValidate onSubmit={submit} className="grid gap-3.5">
        <Segmented
          label={t('tone')}
          value={draft.tone}
          options={NOTICE_TONES.map((value) => ({ value, label: t(`tones.${value}`) }))}
          onChange={(tone) => setDraft({ ...draft, tone })}
          className="w-fit"
        />
        {LANGUAGES.map((language) => (
          <LongField
            key={language}
            label={t(`languages.${language}`)}
            rows={2}
            lengthMax={NOTICE_LENGTH_MAX}
            value={draft[language]}
            hint={t('left', { left: NOTICE_LENGTH_MAX - draft[language].length })}
            error={language === 'en' && isEmpty ? t('english_required') : null}
            onChange={(text) => setDraft({ ...draft, [language]: text })}
          />
        ))}
        <TextField
          type="datetime-local"
          label={t('until')}
          hint={t('until_hint')}
          value={draft.until}
          onChange={({ target }) => setDraft({ ...draft, until: target.value })}
          className="max-w-[260px]"
        />
        <NoticePreview notice={draft} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="s">
            {t(isShown ? 'change_notice' : 'show_notice')}
          </Button>
          {isShown && (
            <Button look="danger" size="s" onClick={() => setAsked('end')}>
              {t('end_notice')}
            </Button>
          )}
        </div>
      </form>
      {asked && (
        <ReasonDialog
          title={t(asked === 'end' ? 'end_notice' : 'show_notice_title')}
          lead={t(asked === 'end' ? 'end_notice_lead' : 'show_notice_lead')}
          submit={t(asked === 'end' ? 'end_notice' : 'show_notice')}
          look={asked === 'end' ? 'danger' : 'primary'}
          onClose={() => setAsked(null)}
          onConfirm={confirm}
        />
      )}
    </>
  );
}

const draftOf = (notice: NoticeView['notice']) => ({
  tone: notice?.tone ?? ('info' as const),
  en: notice?.en ?? '',
  zh_cn: notice?.zh_cn ?? '',
  vi: notice?.vi ?? '',
  until: toLocalTime(notice?.shown_until ?? null),
});

/** A preview of the notice in each language that has a text. */
function NoticePreview({ notice: { tone, en, zh_cn, vi } }: { notice: Pick<Notice, 'tone' | 'en' | 'zh_cn' | 'vi'> }) {
  const t = useTranslations('admin_settings');
  const texts = [en, zh_cn, vi].filter((text) => text.trim() !== '');
  if (texts.length === 0) return null;
  const Icon = tone === 'warning' ? TriangleExclamationPoint : Info;
  return (
    <figure className="grid gap-1.5">
      <figcaption className="text-[12.5px] font-[550] text-muted">{t('preview')}</figcaption>
      {texts.map((text) => (
        <p
          key={text}
          className="flex items-center justify-center gap-2 rounded-control border border-line bg-raised px-4 py-2 text-[13.5px]"
        >
          <Icon size={16} aria-hidden className={`flex-none ${tone === 'warning' ? 'text-warn' : 'text-accent'}`} />
          <span className="min-w-0 text-pretty wrap-anywhere">{text}</span>
        </p>
      ))}
    </figure>
  );
}
