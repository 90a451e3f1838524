// What developers read in the console. Loaded with `logging`, for invalid settings and after a failure.
export { loggedFetch } from '../transport/logging.ts';
export { report } from './misconfiguration.ts';
