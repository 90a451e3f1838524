import type { TierStanding } from '../../services/index.ts';
import { setState } from './states.ts';

export const isTop = (standing: TierStanding | undefined): boolean =>
  !!standing?.current && standing.next === null;

/** Sets the states of the tier instead of the state `last`, and returns the new one. */
export function setTierState(host: HTMLElement, last: string, standing: TierStanding | undefined): string {
  const { name } = standing?.current ?? {};
  const state = name ? `tier-${name.toLowerCase().replace(/[^\p{L}\d]+/gu, '-')}` : '';
  setState(host, last, false);
  setState(host, state, !!state);
  setState(host, 'top-tier', isTop(standing));
  return state;
}
