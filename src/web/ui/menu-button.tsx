import { type ButtonHTMLAttributes, type FunctionComponent, type ReactElement, useState } from 'react';
import { type LazyPart, lazyPart } from '#web/lib/lazy-part.tsx';
import { DialogFailed } from './part-failed.tsx';

interface MenuPartProps {
  /** The button that opens it. */
  trigger: ReactElement;
  onClose: () => void;
}

/** Returns a menu whose code is loaded when it is first opened; the button stays meanwhile, and if that fails. */
export const menuPart = (fetchMenu: () => Promise<FunctionComponent<Pick<MenuPartProps, 'trigger'>>>): LazyPart<MenuPartProps> =>
  lazyPart<MenuPartProps>(fetchMenu, { fallback: ({ trigger }) => trigger, failed: DialogFailed });

interface MenuButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The menu (`menuPart`); it opens by itself and holds the button from then on. */
  Menu: LazyPart<MenuPartProps>;
}

/** A button that opens a menu; until pressed, it is only a button. */
export function MenuButton({ Menu, ...props }: MenuButtonProps) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <Menu trigger={<button type="button" {...props} />} onClose={() => setWanted(false)} />;
  return <button type="button" {...props} aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />;
}
