import { amount, moment, names, plain, sale, type Source } from './source.ts';

/** Customers → All customers → Export. */
export const magentoCustomers: Source = {
  model: 'profile',
  text: 'customers',
  needed: ['ID', 'Name', 'Email', 'Customer Since'],
  known: [
    ...[
      'Group',
      'Phone',
      'ZIP',
      'Country',
      'State/Province',
      'Web Site',
      'Confirmed email',
      'Account Created in',
    ],
    ...['Billing Address', 'Shipping Address', 'Date of Birth', 'Tax VAT Number', 'Gender', 'Street Address'],
    ...['City', 'Fax', 'VAT Number', 'Company', 'Billing Firstname', 'Billing Lastname', 'Account Lock'],
  ],
  records: (row) => [
    {
      external_id: plain(row['ID']),
      ...names(row['Name']),
      email: plain(row['Email']),
      phone: plain(row['Phone']),
    },
  ],
};

const SOLD = ['complete', 'processing', 'closed'];

/** Sales → Orders → Export. It has no currency of its own: `--set currency=EUR`. */
export const magentoOrders: Source = {
  model: 'transaction',
  text: 'complete orders, and what was refunded of them; add --set currency=CODE',
  needed: ['ID', 'Purchase Date', 'Grand Total (Purchased)', 'Status', 'Customer Email'],
  known: [
    ...['Purchase Point', 'Bill-to Name', 'Ship-to Name', 'Grand Total (Base)', 'Billing Address'],
    ...['Shipping Address', 'Shipping Information', 'Customer Group', 'Subtotal', 'Shipping and Handling'],
    ...[
      'Customer Name',
      'Payment Method',
      'Total Refunded',
      'Allocated sources',
      'Braintree Transaction Source',
    ],
  ],
  records: (order) =>
    SOLD.includes(plain(order['Status']).toLowerCase())
      ? sale({
          id: plain(order['ID']),
          email: plain(order['Customer Email']),
          at: moment(order['Purchase Date']),
          total: amount(order['Grand Total (Purchased)']),
          refunded: order['Total Refunded'] ?? '',
          currency: '',
        })
      : [],
};
