import type { Loyalty, OwnList } from '../../services/index.ts';

/** A list that is shown to its owner. */
export interface ShownList {
  readonly loyalty: Loyalty;
  /** Its id or handle, as the page gives it. */
  readonly named: string;
  readonly list: OwnList;
}
