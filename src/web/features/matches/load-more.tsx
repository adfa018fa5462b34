import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#web/ui/button.tsx';

interface LoadMoreProps {
  isBusy: boolean;
  onMore: () => void;
}

/** Two screens ahead, so that whoever scrolls on meets no end. */
const AHEAD = '0px 0px 200% 0px';

/** The end of a list that goes on: the rest is fetched as it comes near, or when somebody asks for it. */
export function LoadMore({ isBusy, onMore }: LoadMoreProps) {
  const t = useTranslations('matches');
  const end = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(onMore);
  useEffect(() => {
    if (!end.current || isBusy || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), { rootMargin: AHEAD });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isBusy]);
  return (
    <div ref={end}>
      <Button look="quiet" wide busy={isBusy} onClick={onMore}>
        {t('load_more')}
      </Button>
    </div>
  );
}
