import { plain, type Source } from './source.ts';

/** Square: Customers → Directory → Export. */
export const squareCustomers: Source = {
  model: 'profile',
  text: 'customers',
  needed: ['First Name', 'Last Name', 'Email Address', 'Square Customer ID'],
  known: [
    ...[
      'Reference ID',
      'Phone Number',
      'Nickname',
      'Company Name',
      'Street Address 1',
      'Street Address 2',
      'City',
    ],
    ...['State', 'Postal Code', 'Birthday', 'Memo', 'Creation Source', 'First Visit', 'Last Visit'],
    ...['Transaction Count', 'Lifetime Spend', 'Email Subscription Status', 'Instant Profile'],
  ],
  records: (row) => [
    {
      external_id: plain(row['Reference ID']) || plain(row['Square Customer ID']),
      first_name: plain(row['First Name']),
      last_name: plain(row['Last Name']),
      email: plain(row['Email Address']),
      phone: plain(row['Phone Number']),
    },
  ],
};
