/** A webhook as spec 2.2 shows it. */
export const webhookRecord = {
  id: 7,
  trigger: 'transaction.created',
  url: 'https://hooks.example.com/a?b=c',
  namespace: 'till',
  user_id: null,
  is_active: true,
  retry_daily: null,
  retry_hourly: null,
  created_at: '2024-05-01T09:30:00.000000Z',
  updated_at: '2024-05-01T09:30:00.000000Z',
  queue: null,
  condition: null,
  extra_data_template: null,
};

export const creditDefinitionRecord = {
  id: 3,
  name: 'Gift card',
  handle: 'gift-card',
  internal_notes: 'for us',
};

export const creditRecord = {
  id: 11,
  credit_definition_id: 3,
  profile_id: 'p-1',
  value_initial: '25.00',
  value_remaining: '10.00',
  credit_number: '1234567890',
  security_code: 'TOP-SECRET',
  locked: false,
  lock_expires_at: null,
  definition: creditDefinitionRecord,
};

/** A redemption as spec 2.3 to 2.6 show it. */
export const redemptionRecord = {
  id: 1,
  profile_id: 'p-1',
  profile: {
    first_name: 'Ann',
    last_name: 'Lee',
    full_name: 'Ann Lee',
    email: 'ann@example.com',
    statuses: [],
  },
  type: 'credit',
  total: '10.10',
  total_localised: '€ 10,10',
  meta: [],
  location_id: 5,
  location: {
    id: 5,
    type: 'shop',
    name: 'Quay',
    description: 'At the water',
    phone: '1',
    email: 'quay@example.com',
    external_id: 'q',
    is_published: true,
    is_permanently_closed: false,
  },
  transaction_id: 't-1',
  items: [
    {
      id: 2,
      type: 'credit',
      value: 10,
      count: 1,
      type_attributes: creditRecord,
      created_at: '2024-05-01T09:30:00.000000Z',
      updated_at: '2024-05-01T09:30:00.000000Z',
    },
  ],
  created_at: '2024-05-01T09:30:00.000000Z',
  updated_at: '2024-05-01T09:30:00.000000Z',
  redeem_at: '2024-05-01T09:30:00.000000Z',
  transaction: {
    external_id: 'x-1',
    receipt_ref: 'r-1',
    transacted_at: '2024-05-01T09:00:00.000000Z',
    total: 10.1,
    location: { id: '5', name: 'Quay', external_id: 'q' },
  },
};

export const dateRecord = {
  id: '4',
  profile_id: 'p-1',
  date: '1990-02-28',
  is_recurring: '0',
  recurring_schedule: 'yearly',
  name: 'Birthday',
  handle: 'birthday',
  relationship: 'self',
  role: 'owner',
  description: '',
  meta: '',
  note: '',
  created_at: '2024-05-01T09:30:00.000000Z',
  updated_at: '2024-05-01T09:30:00.000000Z',
  links: [
    {
      id: '1',
      attributes_date_id: '4',
      profile_id: 'p-2',
      relationship: 'child',
      role: 'guest',
      created_at: '2024-05-01T09:30:00.000000Z',
      updated_at: '2024-05-01T09:30:00.000000Z',
    },
  ],
};
