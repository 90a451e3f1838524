import type { Loyalty } from '../../services/index.ts';
import { providers, type Provider } from '../internal/context.ts';

/** The provider of this customer. */
export const providerOf = (loyalty: Loyalty | undefined): Provider | undefined =>
  [...providers].find(([, provided]) => provided === loyalty)?.[0];
