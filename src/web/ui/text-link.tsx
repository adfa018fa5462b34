import type { ReactNode } from 'react';

interface TextLinkProps {
  onPress: () => void;
  children: ReactNode;
}

/** Leads from one dialog to another. */
export const TextLink = ({ onPress, children }: TextLinkProps) => (
  <button type="button" className="font-[620] text-accent hover:underline" onClick={onPress}>
    {children}
  </button>
);
