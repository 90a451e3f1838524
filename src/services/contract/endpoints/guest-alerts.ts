import { endpoint } from '../endpoint.ts';

// Apart from the other endpoints of lists: only the form of a guest's alert sends it.

export const addGuestAlert = endpoint('POST', '/v3/guest-alerts', 'guest-alerts.store');
