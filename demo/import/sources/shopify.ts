import { amount, isPositive, plain, sale, type Cells, type Source } from './source.ts';

const addressOf = (prefix: string, more: readonly string[] = []) =>
  [
    'Name',
    'Street',
    'Address1',
    'Address2',
    'Company',
    'City',
    'Zip',
    'Province',
    'Country',
    'Phone',
    ...more,
  ].map((part) => `${prefix} ${part}`);

/** Customers → Export. */
export const shopifyCustomers: Source = {
  model: 'profile',
  text: 'customers',
  needed: ['Customer ID', 'First Name', 'Last Name', 'Email'],
  known: [
    'Phone',
    'Accepts Email Marketing',
    'Accepts SMS Marketing',
    'Total Spent',
    'Total Orders',
    'Note',
    'Tax Exempt',
    'Tags',
    ...addressOf('Default Address', ['Province Code', 'Country Code']),
  ],
  records: (row) => [
    {
      external_id: plain(row['Customer ID']),
      first_name: plain(row['First Name']),
      last_name: plain(row['Last Name']),
      email: plain(row['Email']),
      phone: plain(row['Phone']) || plain(row['Default Address Phone']),
    },
  ],
};

/** Orders whose money has arrived, also if some of it was given back. */
const PAID = ['paid', 'partially_refunded', 'refunded'];

/** Orders → Export: newest first, a row for each line; only the first row of an order has its total. */
export const shopifyOrders: Source = {
  model: 'transaction',
  text: 'paid orders, and what was refunded of them',
  needed: ['Name', 'Email', 'Financial Status', 'Created at', 'Currency', 'Total'],
  known: [
    ...[
      'Paid at',
      'Fulfillment Status',
      'Fulfilled at',
      'Accepts Marketing',
      'Subtotal',
      'Shipping',
      'Taxes',
    ],
    ...['Discount Code', 'Discount Amount', 'Shipping Method', 'Lineitem quantity', 'Lineitem name'],
    ...['Lineitem price', 'Lineitem compare at price', 'Lineitem sku', 'Lineitem requires shipping'],
    ...['Lineitem taxable', 'Lineitem fulfillment status', 'Lineitem discount', 'Notes', 'Note Attributes'],
    ...['Cancelled at', 'Payment Method', 'Payment Reference', 'Payment References', 'Payment ID', 'Vendor'],
    ...[
      'Refunded Amount',
      'Outstanding Balance',
      'Employee',
      'Location',
      'Device ID',
      'Id',
      'Tags',
      'Risk Level',
    ],
    ...['Source', 'Phone', 'Receipt Number', 'Duties', 'Payment Terms Name', 'Next Payment Due At'],
    ...[1, 2, 3, 4, 5].flatMap((number) => [`Tax ${number} Name`, `Tax ${number} Value`]),
    ...addressOf('Billing', ['Province Name']),
    ...addressOf('Shipping', ['Province Name']),
  ],
  groupBy: 'Name',
  records: (order, lines) =>
    PAID.includes(plain(order['Financial Status']))
      ? sale({
          id: plain(order['Name']),
          email: plain(order['Email']),
          at: plain(order['Paid at']) || plain(order['Created at']),
          total: amount(order['Total']),
          refunded: order['Refunded Amount'] ?? '',
          currency: plain(order['Currency']),
          items: lines.filter((line) => plain(line['Lineitem name']) !== '').map(itemOf),
        })
      : [],
};

const itemOf = (line: Cells) => ({
  name: plain(line['Lineitem name']),
  quantity: Number(plain(line['Lineitem quantity'])),
  price: amount(line['Lineitem price']),
  ...(plain(line['Lineitem sku']) && { sku: plain(line['Lineitem sku']) }),
});

/** Gift cards → Export. The file has only the last characters of a code, so each card gets a new number. */
export const shopifyGiftCards: Source = {
  model: 'credit',
  text: 'gift cards with a balance; add --set credit_definition_id=ID',
  needed: ['Id', 'Email', 'Initial Balance', 'Current Balance'],
  known: [
    ...['Last Characters', 'Customer Name', 'Order Name', 'Created At', 'Expires On', 'Currency'],
    ...['Expired?', 'Enabled?', 'Disabled At'],
  ],
  records: (card) =>
    plain(card['Enabled?']).toLowerCase() !== 'false' && isPositive(card['Current Balance'])
      ? [
          {
            external_id: plain(card['Id']),
            external_namespace: 'shopify',
            profile_email: plain(card['Email']),
            value_initial: amount(card['Current Balance']),
            expires_at: plain(card['Expires On']),
          },
        ]
      : [],
};
