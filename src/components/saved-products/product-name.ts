import type { ProductDisplay } from '../../services/index.ts';
import { localize } from '../internal/texts/messages.ts';

/** The name of a product. One without a name is no longer available only where the service says so. */
export const nameOf = ({ name, isGone }: ProductDisplay): string =>
  name ?? localize(isGone ? 'No longer available' : 'Product');
