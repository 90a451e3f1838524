export { objectOnly } from '../kinds.ts';
