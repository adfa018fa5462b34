import { createContext, type ReactNode, useContext } from 'react';
import { useMeta } from './meta.ts';

const MatchSpeed = createContext(1);

/** Asks once for what every row of a list wants to know. */
export const MatchSpeedProvider = ({ children }: { children: ReactNode }) => (
  <MatchSpeed.Provider value={useMeta()?.match_speed ?? 1}>{children}</MatchSpeed.Provider>
);

/** How many times faster than real time matches run: 1 outside the demo world. */
export const useMatchSpeed = (): number => useContext(MatchSpeed);
