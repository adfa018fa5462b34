import PictureInPicture from 'lucide-react/icons/picture-in-picture-2';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import type { MatchDetail } from '#contract/matches.ts';
import { toast } from '#web/data/toasts.ts';
import { useTheme } from '#web/lib/appearance.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Scoreboard } from './scoreboard.tsx';

/** The part used of `documentPictureInPicture`, which the types of browsers lack. */
interface PictureWindows {
  requestWindow: (options: { width: number; height: number }) => Promise<Window>;
}

/** Pixels: two lines of names, the last event and the probabilities. */
const SIZE = { width: 340, height: 200 };

/**
 * Opens a match's scoreboard in a small window that stays above all others, and closes it. It is part of this page: it follows the match,
 * the theme and the language, and closes with the page.
 */
export function PopOut({ match }: { match: MatchDetail }) {
  const t = useTranslations('glance');
  const nameOf = useLocalName();
  const [opened, setOpened] = useState<Window | null>(null);
  useEffect(() => () => opened?.close(), [opened]);
  useTheme();

  async function open() {
    try {
      const { documentPictureInPicture: windows } = window as unknown as { documentPictureInPicture: PictureWindows };
      const fresh = await windows.requestWindow(SIZE);
      takeStyles(fresh.document);
      fresh.addEventListener('pagehide', () => setOpened(null));
      setOpened(fresh);
    } catch {
      toast('error', t('pop_failed'));
    }
  }

  const name = t(opened ? 'pop_in' : 'pop_out');
  const title = t('scoreboard', { home: nameOf(match.home), away: nameOf(match.away) });
  return (
    <>
      <button
        type="button"
        aria-label={name}
        aria-pressed={opened !== null}
        title={name}
        onClick={() => (opened ? opened.close() : void open())}
        className={`thumb flex-none rounded-tag transition-colors ${opened ? 'text-accent' : 'text-faint hover:text-text'}`}
      >
        <PictureInPicture size={17} aria-hidden />
      </button>
      {opened && createPortal(<InWindow page={opened.document} match={match} title={title} />, opened.document.body)}
    </>
  );
}

/** The scoreboard with the page's theme and language, which may change while the window is open. */
function InWindow({ page, match, title }: { page: Document; match: MatchDetail; title: string }) {
  const { lang, dataset } = document.documentElement;
  const { theme = '' } = dataset;
  useEffect(() => {
    page.title = title;
    page.documentElement.lang = lang;
    page.documentElement.dataset.theme = theme;
  }, [page, title, lang, theme]);
  return (
    <main aria-label={title} className="grid min-h-dvh bg-bg px-4 py-3 text-text">
      <Scoreboard match={match} />
    </main>
  );
}

/** Gives another document this page's styles. */
function takeStyles(page: Document): void {
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"], style')) page.head.append(page.importNode(sheet, true));
}
