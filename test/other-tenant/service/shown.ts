import type { Credit, ImportantDate, Member, Redemption } from './records.ts';

/** The records whose fields the interface shows (2.3 to 2.8), the same in every dialect but for the format of moments. */
export type Moment = (at: Date) => string;

const decimal = (cents: number): string => (cents / 100).toFixed(2);

export function creditAsShown(credit: Credit, member: Member, moment: Moment): object {
  return {
    id: credit.id,
    profile_id: String(member.id),
    creator_profile_id: '',
    staff_id: '',
    location_id: 31,
    credit_definition_id: credit.type === 'gift card' ? 51 : 52,
    name: credit.name,
    timezone: 'Europe/Amsterdam',
    recipient_first_name: '',
    recipient_email: '',
    message: '',
    issued_at: moment(credit.issuedAt),
    expires_at: moment(credit.expiresAt),
    released_at: '',
    extended_at: '',
    value_initial: decimal(credit.initialCents),
    value_remaining: decimal(credit.remainingCents),
    external_id: '',
    external_namespace: '',
    credit_number: credit.number,
    security_code: '',
    source_type: '',
    source_id: 0,
    lock_expires_at: '',
    locked: credit.locked,
    has_notified_issue: true,
    has_notified_expiry: false,
    has_notified_release: false,
    has_notified_remind: false,
    has_notified_extend: false,
    is_imported: false,
    is_system_generated: false,
    meta: [],
    created_at: moment(credit.issuedAt),
    updated_at: moment(credit.issuedAt),
    definition: {
      id: credit.type === 'gift card' ? 51 : 52,
      name: credit.name,
      handle: credit.type.replace(' ', '-'),
      type: credit.type.replace(' ', '_'),
      currency: 'EUR',
      currency_id: 1,
      value: credit.initialCents / 100,
      is_published: true,
      is_archived: false,
      meta: [],
      tags: [],
      custom_fields: [],
    },
  };
}

export function redemptionAsShown(redemption: Redemption, moment: Moment): object {
  const { id, member, type, cents, at, place, credit, receipt } = redemption;
  const location = { id: place.id, type: 'shop', name: place.name, description: '', phone: '', email: '' };
  return {
    id,
    profile_id: String(member.id),
    type,
    total: decimal(cents),
    total_localised: `€${decimal(cents)}`,
    profile: {
      first_name: member.firstName,
      last_name: member.lastName,
      full_name: `${member.firstName} ${member.lastName}`,
      email: member.email,
      statuses: [],
    },
    meta: [],
    location_id: place.id,
    location: {
      ...location,
      external_id: place.externalId,
      is_published: true,
      is_permanently_closed: false,
    },
    transaction_id: receipt,
    items: [
      {
        id: id + 10_000,
        type,
        value: Math.round(cents / 100),
        count: 1,
        type_attributes: credit ? creditAsShown(credit, member, moment) : {},
        created_at: moment(at),
        updated_at: moment(at),
      },
    ],
    created_at: moment(at),
    updated_at: moment(at),
    redeem_at: moment(at),
    transaction: {
      external_id: receipt,
      receipt_ref: receipt,
      transacted_at: moment(at),
      total: cents / 100,
      location: { id: String(place.id), name: place.name, external_id: place.externalId },
    },
  };
}

export function dateAsShown(date: ImportantDate & { member: Member }, moment: Moment, yes: string): object {
  const joined = moment(date.member.joinedAt);
  return {
    id: date.id,
    profile_id: String(date.member.id),
    date: date.day,
    is_recurring: yes,
    recurring_schedule: 'yearly',
    name: date.name,
    handle: date.handle,
    relationship: 'self',
    role: '',
    description: '',
    meta: '',
    note: '',
    created_at: joined,
    updated_at: joined,
    links: [],
  };
}
