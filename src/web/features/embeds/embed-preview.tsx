import { useEffect, useRef, useState } from 'react';
import { EMBED_HEIGHTS, EMBED_SANDBOX, type Embed, embedPath, HEIGHT_MAX, HEIGHT_MESSAGE } from '#domain/matches/embed.ts';

/** The card as other sites show it, in the same frame. */
export function EmbedPreview({ embed, title, width }: { embed: Embed; title: string; width: number }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number>(EMBED_HEIGHTS[embed.kind]);
  useEffect(() => {
    const listen = ({ data, source }: MessageEvent) => {
      const told = data?.type === HEIGHT_MESSAGE ? data.height : null;
      if (source === frame.current?.contentWindow && typeof told === 'number' && told > 0 && told <= HEIGHT_MAX) setHeight(Math.ceil(told));
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);
  return (
    <iframe
      // An address set on an existing frame would be a step back for the reader's back button.
      key={embedPath(embed)}
      ref={frame}
      src={embedPath(embed)}
      title={title}
      sandbox={EMBED_SANDBOX}
      referrerPolicy="no-referrer"
      height={height}
      style={{ maxWidth: width }}
      className="block w-full rounded-[12px]"
    />
  );
}
