/** The catalogue: every endpoint once, one file per section of the spec. */
export type { Endpoint, Method, PathParameter } from './endpoint.ts';
export * from './auth.ts';
export * from './incentives.ts';
export * from './lists.ts';
export * from './profiles.ts';
