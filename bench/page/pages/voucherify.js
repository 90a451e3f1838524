import { createElement } from 'react';
import { render } from 'react-dom';
import { VoucherifyValidate } from '@voucherify/react-widget';

render(
  createElement(VoucherifyValidate, { clientApplicationId: 'bench', clientSecretKey: 'bench', amount: true }),
  document.querySelector('#widget'),
);
