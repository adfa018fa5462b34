import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import { ApiError, errorText } from '#web/data/api-error.ts';
import { useSession } from '#web/data/session.ts';
import { openLogin } from '#web/data/ui-state.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { useLocalName } from '#web/lib/local-name.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { ConfirmFirst } from '#web/ui/obstacles.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { type CalendarSubject, useCreateCalendar } from './api.ts';
import { AddressActions } from './calendar-address.tsx';
import { ALARMS, type Alarm, minutesOf } from './calendar-words.ts';

/** In their own words, whatever the page's language. */
const LANGUAGES: Record<Locale, string> = { en: 'English', 'zh-CN': '简体中文', vi: 'Tiếng Việt' };

interface CalendarDialogProps {
  subject: CalendarSubject;
  onClose: () => void;
}

/** Gives guests the public address of a team or a league, and users one of their own with results and reminders as they wish. */
export function CalendarDialog({ subject, onClose }: CalendarDialogProps) {
  const t = useTranslations('calendars');
  const nameOf = useLocalName();
  const { user } = useSession();
  const title = subject.kind === 'mine' ? t('mine') : subject.kind === 'group' ? subject.of.name : nameOf(subject.of);
  return (
    <Dialog open onClose={onClose} title={t('heading', { name: title })} lead={t('lead')}>
      {user ? <OwnCalendar subject={subject} onClose={onClose} /> : <GuestCalendar subject={subject} onClose={onClose} />}
    </Dialog>
  );
}

function GuestCalendar({ subject, onClose }: CalendarDialogProps) {
  const t = useTranslations();
  const locale = useLocale();
  const signIn = () => {
    onClose();
    openLogin();
  };
  const isPublic = subject.kind === 'team' || subject.kind === 'league';
  return (
    <div className="grid gap-3">
      {isPublic && <AddressActions url={`${window.location.origin}/api/${subject.kind}s/${subject.of.id}/calendar.ics?lang=${locale}`} />}
      <p className="text-[13px] text-pretty text-muted">{t(isPublic ? 'calendars.guest_more' : 'calendars.guest_mine')}</p>
      <Button look={isPublic ? 'quiet' : 'primary'} onClick={signIn}>
        {t('shell.sign_in')}
      </Button>
    </div>
  );
}

function OwnCalendar({ subject, onClose }: CalendarDialogProps) {
  const t = useTranslations('calendars');
  const current = useLocale();
  const [locale, setLocale] = useState<Locale>(current);
  const [alarm, setAlarm] = useState<Alarm>('none');
  const [showsResults, setShowsResults] = useState(false);
  const create = useCreateCalendar(subject);
  const isUnconfirmed = create.error instanceof ApiError && create.error.code === 'contact_unconfirmed';
  if (create.data) {
    return (
      <div className="grid gap-3">
        <AddressActions url={create.data.url} />
        <p className="text-[13px] text-pretty text-muted">
          {t.rich('once', {
            link: (words) => (
              <Link to="/settings/notifications" onClick={onClose} className="font-semibold underline underline-offset-2">
                {words}
              </Link>
            ),
          })}
        </p>
      </div>
    );
  }
  return (
    <div className="grid gap-3.5">
      {subject.kind === 'mine' && <p className="text-[13px] text-pretty text-muted">{t('mine_hint')}</p>}
      <div>
        <Checkbox label={t('results')} checked={showsResults} onChange={setShowsResults} />
        <p className="mt-1 pl-[30px] text-[12.5px] text-pretty text-muted">{t('results_hint')}</p>
      </div>
      <div className="grid grid-cols-2 gap-3.5">
        <SelectField
          label={t('alarm')}
          value={alarm}
          options={ALARMS.map((value) => ({ value, label: t(`alarms.${value}`) }))}
          onChange={setAlarm}
        />
        <SelectField
          label={t('language')}
          value={locale}
          options={LOCALES.map((value) => ({ value, label: LANGUAGES[value] }))}
          onChange={setLocale}
        />
      </div>
      {isUnconfirmed ? <ConfirmFirst /> : <FormAlert message={create.error && `${t('create_failed')} ${errorText(create.error)}`} />}
      <Button
        busy={create.isPending}
        onClick={() => create.mutate({ locale, shows_results: showsResults, alarm_minutes: minutesOf(alarm) })}
      >
        {t('create')}
      </Button>
    </div>
  );
}
