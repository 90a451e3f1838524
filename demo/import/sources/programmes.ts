import { amount, isPositive, plain, type Cells, type Source } from './source.ts';

// Balances of other loyalty programmes: each becomes one entry of points.

const balance = (row: Cells, email: string, points: string, description: string) =>
  isPositive(row[points])
    ? [{ profile_email: plain(row[email]), value: amount(row[points]), description }]
    : [];

/** Smile: Customers → Export. */
export const smilePoints: Source = {
  model: 'point',
  text: 'points of members',
  needed: ['Email', 'Points balance'],
  known: [
    ...[
      'First name',
      'Last name',
      'Member status',
      'State',
      'VIP tier',
      'Date of birth',
      'Birthday',
      'Referral URL',
    ],
    ...['Customer ID', 'Created at', 'Updated at', 'Orders count'],
  ],
  records: (row) => balance(row, 'Email', 'Points balance', 'Balance of Smile'),
};

/** LoyaltyLion: Customers → Export. */
export const loyaltylionPoints: Source = {
  model: 'point',
  text: 'approved points of members',
  needed: ['email', 'points_approved'],
  known: [
    ...['id', 'merchant_id', 'first_name', 'last_name', 'points_pending', 'points_spent', 'rewards_claimed'],
    ...[
      'loyalty_tier',
      'enrolled',
      'enrolled_at',
      'birthday',
      'blocked',
      'guest',
      'created_at',
      'updated_at',
    ],
    ...['referral_id', 'referral_url', 'referred_by', 'total_spent', 'insights_segment'],
  ],
  records: (row) => balance(row, 'email', 'points_approved', 'Balance of LoyaltyLion'),
};

/** Yotpo Loyalty: Customers → Export, and the form of its own import files. */
export const yotpoPoints: Source = {
  model: 'point',
  text: 'points of members',
  needed: ['Email', 'Points Balance'],
  known: ['Full Name', 'First Name', 'Last Name', 'Points Spent', 'Birthday', 'Anniversary', 'Referral Link'],
  records: (row) => balance(row, 'Email', 'Points Balance', 'Balance of Yotpo'),
};
