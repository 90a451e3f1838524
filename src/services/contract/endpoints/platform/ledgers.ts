import type { Data, Page } from '../../shapes/envelope.ts';
import type { Ledger } from '../../shapes/records/incentives.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses the ledger of all profiles (spec 1 rule 4). Verb and path: ASSUMPTION J19, G12. */
export const ledgers = endpoint('GET', '/v3/ledgers', 'ledgers.index', of<Page<Ledger>>);

/** Browses ledger entries of a profile (spec 4.6 Profile sub-resources). */
export const profileLedgers = endpoint(
  'GET',
  '/v3/profiles/{profile}/ledgers',
  'profiles.ledgers.index',
  of<Page<Ledger>>,
);

/** Reads a ledger entry of a profile (spec 4.6 Profile sub-resources). */
export const readProfileLedger = endpoint(
  'GET',
  '/v3/profiles/{profile}/ledgers/{ledger}',
  'profiles.ledgers.show',
  of<Data<Ledger>>,
);
