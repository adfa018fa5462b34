import { footballData, openFootball } from './file-days.ts';
import { proveFaults } from './prove-faults.ts';

proveFaults(openFootball);
proveFaults(footballData);
