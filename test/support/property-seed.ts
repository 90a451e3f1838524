import fc from 'fast-check';
import { seedOf } from './counts.ts';

// Property tests draw the same cases in every run of `npm test`, and others with `SEED` or in `npm run test:long`.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seedOf() });
