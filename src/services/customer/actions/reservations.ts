import type { Id } from '../../transport/read.ts';
import type { Loyalty } from '../loyalty.ts';
import type { OwnReservation } from '../resources/shared-list.ts';
import { notSent } from './outlook.ts';
import type { ReservationRequest } from './reserve-item.ts';

const load = () => import('./reserve-item.ts').catch(notSent);

/** The request with a key for its repetitions, unless it has one. @throws LoyaltyError where the file does not come: nothing is sent then */
export const withKey = async (
  request: Omit<ReservationRequest, 'idempotencyKey'> & Partial<ReservationRequest>,
): Promise<ReservationRequest> => ({ idempotencyKey: (await load()).randomId(), ...request });

/** See `reserve-item.ts`, which is loaded with the first reservation. @throws LoyaltyError with its `outlookOf` */
export const reserveItem = async (
  loyalty: Loyalty,
  share: string,
  itemId: Id,
  request: ReservationRequest,
): Promise<OwnReservation> => (await load()).reserveItem(loyalty, share, itemId, request);

/** Marks a reservation as bought. @throws LoyaltyError with its `outlookOf` */
export const setBought = async (
  loyalty: Loyalty,
  share: string,
  reservation: OwnReservation,
): Promise<OwnReservation> => (await load()).setBought(loyalty, share, reservation);

/** Undoes a reservation. @throws LoyaltyError with its `outlookOf` */
export const undoReservation = async (
  loyalty: Loyalty,
  share: string,
  reservation: OwnReservation,
): Promise<void> => (await load()).undoReservation(loyalty, share, reservation);

/** A customer's own reservations of these items; none for guests. @throws LoyaltyError */
export const ownReservations = async (
  loyalty: Loyalty,
  share: string,
  itemIds: readonly Id[],
): Promise<readonly OwnReservation[]> => (await load()).ownReservations(loyalty, share, itemIds);
