import { ChevronLeft } from 'lucide-react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { useUser } from '#web/lib/session.ts';
import { openLogin } from '#web/lib/ui-state.ts';
import { usePageBar } from '#web/lib/use-page.ts';
import { Button } from '#web/ui/button.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { LanguageSheet } from './language-sheet.tsx';
import { PointsPill } from './points-pill.tsx';

/** The phone's bar: the page's title, a way back where there is one, language, and signing in or one's points. */
export function PhoneBar() {
  const t = useTranslations('shell');
  const { heading } = usePageBar();
  const user = useUser();
  return (
    <header className="sticky top-0 z-20 flex h-[54px] items-center gap-2 border-b border-line bg-[color-mix(in_oklab,var(--bg)_88%,transparent)] px-4 backdrop-blur-[10px]">
      <BackButton />
      {heading === null ? (
        <Link to="/matches" className="mr-auto rounded-control">
          <Logo />
        </Link>
      ) : (
        <span className="mr-auto min-w-0 truncate text-[16px] font-[650]">{heading}</span>
      )}
      <LanguageSheet />
      {user ? (
        <PointsPill />
      ) : (
        <Button size="s" onClick={() => openLogin()}>
          {t('sign_in')}
        </Button>
      )}
    </header>
  );
}

/** Back to where the visitor came from; whoever came by a link from elsewhere goes to the page above. */
function BackButton() {
  const t = useTranslations('common');
  const { back } = usePageBar();
  const { key } = useLocation();
  const navigate = useNavigate();
  if (back === null) return null;
  const isFirstPage = key === 'default';
  return (
    <button
      type="button"
      aria-label={t('back')}
      onClick={() => void (isFirstPage ? navigate(back) : navigate(-1))}
      className="-ml-3 grid size-11 flex-none place-items-center rounded-control"
    >
      <ChevronLeft size={22} aria-hidden />
    </button>
  );
}
