import { demo, replay } from './played-days.ts';
import { proveFaults } from './prove-faults.ts';

proveFaults(replay);
proveFaults(demo);
