import { pandascore } from './pandascore-day.ts';
import { proveFaults } from './prove-faults.ts';

proveFaults(pandascore);
