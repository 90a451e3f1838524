import type { Data, Page, Records } from '../../shapes/envelope.ts';
import type { Accepted, Target } from '../../shapes/records/automation.ts';
import type { Benefit, benefitShape, Extend } from '../../shapes/records/incentives.ts';
import type { Adding, Editing } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses benefits of all profiles (spec 4.6 Incentives). Path: ASSUMPTION G12. */
export const benefits = endpoint('GET', '/v3/benefits', 'benefits.index', of<Page<Benefit>>);

/** Edits a benefit (spec 4.6 Incentives). */
export const editBenefit = endpoint(
  'PUT',
  '/v3/benefits/{benefitId}',
  'benefits.update',
  of<Data<Benefit>>,
  of<Editing<typeof benefitShape>>,
);

/** Issues benefits in a batch (spec 4.6 Incentives). */
export const batchBenefits = endpoint(
  'POST',
  '/v3/benefits/batch.json',
  'benefits.batch.store',
  of<Data<Accepted>>,
  of<Records<Adding<typeof benefitShape>>>,
);

/** Reads where messages about a benefit go, by type of message (spec 4.6 Incentives). */
export const readBenefitTriggerTarget = endpoint(
  'GET',
  '/v3/benefits/{benefit}/trigger-target/{type}',
  'benefits.trigger-target.show',
  of<Data<Target>>,
);

/** Gives benefits more time (spec 4.6 Incentives). */
export const extendBenefits = endpoint(
  'POST',
  '/v3/benefits/extend',
  'benefits.extend',
  of<Page<Benefit>>,
  of<Extend>,
);
