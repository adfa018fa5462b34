import { useUnseen } from './once-per-browser.ts';

/** More is not told apart at this size. */
const COUNT_SHOWN_MAX = 9;

/** Shows how much happened unseen, in the title ("(2) My bets") and on the icon of the tab, until the returned function is called. */
export function showUnseenMark(): () => void {
  let count = 0;
  const title = document.querySelector('title');
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const plainIcon = icon?.getAttribute('href') ?? null;
  const show = () => {
    const marked = (count > 0 ? `(${count}) ` : '') + document.title.replace(/^\(\d+\) /, '');
    if (marked !== document.title) document.title = marked;
    if (icon && plainIcon !== null) icon.href = count > 0 ? markedIcon(count) : plainIcon;
  };
  const showCount = () => {
    count = useUnseen.getState().events.length;
    show();
  };
  // A page that is not seen gets another title, too, when what it shows is told another name.
  const renamed = new MutationObserver(show);
  if (title) renamed.observe(title, { childList: true, characterData: true, subtree: true });
  const unsubscribe = useUnseen.subscribe(showCount);
  showCount();
  return () => {
    renamed.disconnect();
    unsubscribe();
    count = 0;
    show();
  };
}

/** public/icon.svg, with a number in the colour of what is live. */
function markedIcon(count: number): string {
  const number = count > COUNT_SHOWN_MAX ? `${COUNT_SHOWN_MAX}+` : String(count);
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="10" fill="#d3f94b"/><circle cx="10" cy="10" r="3.5" fill="#12190a"/>' +
    `<circle cx="13.5" cy="13.5" r="6.5" fill="#cf2a22"/><text x="13.5" y="16.8" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${number.length > 1 ? 7.5 : 9.5}" fill="#fff">${number}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
