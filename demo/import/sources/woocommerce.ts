import { amount, names, plain, sale, type Source } from './source.ts';

/** Analytics → Customers → Download. */
export const woocommerceCustomers: Source = {
  model: 'profile',
  text: 'customers (Analytics → Customers)',
  needed: ['Name', 'Email', 'Sign Up'],
  known: [
    ...['Username', 'Last Active', 'Orders', 'Total Spend', 'AOV', 'Country / Region', 'City', 'Region'],
    'Postal Code',
  ],
  records: (row) => [{ ...names(row['Name']), email: plain(row['Email']) }],
};

const SOLD = ['completed', 'processing', 'refunded'];

/** The default format of the extension for exports of orders: a row for each order. */
export const woocommerceOrders: Source = {
  model: 'transaction',
  text: 'completed orders, and what was refunded of them',
  needed: ['order_id', 'date', 'status', 'order_total', 'order_currency', 'billing_email'],
  known: [
    ...[
      'order_number',
      'order_number_formatted',
      'shipping_total',
      'shipping_tax_total',
      'fee_total',
      'tax_total',
    ],
    ...[
      'discount_total',
      'refunded_total',
      'payment_method',
      'shipping_method',
      'customer_id',
      'customer_note',
    ],
    ...[
      'first_name',
      'last_name',
      'company',
      'phone',
      'address_1',
      'address_2',
      'postcode',
      'city',
      'state',
    ].flatMap((part) => [`billing_${part}`, `shipping_${part}`]),
    ...['billing_country', 'shipping_country', 'line_items', 'shipping_items', 'fee_items', 'tax_items'],
    ...['coupons', 'order_notes', 'download_permissions_granted'],
  ],
  records: (order) =>
    SOLD.includes(plain(order['status']).replace(/^wc-/, ''))
      ? sale({
          id: plain(order['order_id']),
          email: plain(order['billing_email']),
          at: plain(order['date']),
          total: amount(order['order_total']),
          refunded: order['refunded_total'] ?? '',
          currency: plain(order['order_currency']),
        })
      : [],
};
