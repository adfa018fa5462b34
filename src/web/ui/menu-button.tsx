import { type ButtonHTMLAttributes, type ComponentType, type ReactElement, Suspense, useState } from 'react';

interface MenuButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The menu, fetched when it is first opened (`lazy`); it opens by itself and holds the button from then on. */
  Opened: ComponentType<{ trigger: ReactElement }>;
}

/** A button that drops a menu; until somebody presses it, it is only a button. */
export function MenuButton({ Opened, ...props }: MenuButtonProps) {
  const [isWanted, setWanted] = useState(false);
  const trigger = <button type="button" {...props} />;
  if (!isWanted) return <button type="button" {...props} aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />;
  return (
    <Suspense fallback={trigger}>
      <Opened trigger={trigger} />
    </Suspense>
  );
}
