import type { Handler } from './answers.ts';
import type { Operation } from './operation-names.ts';
import { incentives } from './incentives.ts';
import { lists } from './lists.ts';
import { points } from './points.ts';
import { profiles } from './profiles.ts';
import { purchases } from './purchases.ts';
import { tokens } from './tokens.ts';

const ALL = { ...tokens, ...profiles, ...points, ...incentives, ...lists, ...purchases };
/** Everything that the service can do, whatever a dialect calls it. */
export const OPERATIONS: Record<Operation, Handler> = ALL;
