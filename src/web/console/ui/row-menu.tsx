import { type ReactElement, type ReactNode, useState } from 'react';
import { Menu } from '#web/ui/menu.tsx';

interface RowMenuProps {
  /** What can be done, and with what: for screen readers. */
  label: string;
  icon: ReactNode;
  /** `MenuItem`s. */
  children: ReactNode;
}

/** The button at the end of a row that drops what can be done with it. */
export function RowMenu({ label, icon, children }: RowMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const button = (onClick?: () => void): ReactElement => (
    <button
      type="button"
      aria-label={label}
      {...(onClick && { onClick, 'aria-haspopup': 'menu', 'aria-expanded': false })}
      className="thumb grid size-8 place-items-center rounded-control text-muted hover:bg-raised hover:text-text"
    >
      {icon}
    </button>
  );
  // A list of hundreds of menus is made of buttons until one of them is pressed.
  return isWanted ? <Menu trigger={button()}>{children}</Menu> : button(() => setWanted(true));
}
