import { describe, expect, test } from 'vitest';
import { amountsOf } from '../../../../demo/service/messages/message-texts.ts';

describe('amounts in a message', () => {
  test.each([
    ['de', { price: '1180.5', currency: 'EUR' }, { price: '1.180,50\u00a0€' }],
    ['ja', { price: '8900', was: '9900.00', currency: 'JPY' }, { price: '￥8,900', was: '￥9,900' }],
    ['en', { amount: '90071992547409.93', currency: 'EUR' }, { amount: '€90,071,992,547,409.93' }],
    ['en', { total: 12.5, currency: 'EUR' }, { total: '€12.50' }],
    ['en', { price: '80.00', currency: null }, { price: '80' }],
    [null, { price: '80.00', currency: 'EUR' }, { price: '80.00 EUR' }],
    [null, { price: '80.00' }, { price: '80.00' }],
    ['en', { price: null, points: 5, currency: 'EUR' }, {}],
  ])('in the language %s, of %j, are %j', (language, data, amounts) => {
    expect(amountsOf(data, language)).toEqual(amounts);
  });
});
