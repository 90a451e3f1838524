import { expect, it } from 'vitest';
import { isSameName } from '../../../../src/services/customer/resources/dates.ts';

it('names of dates › are one in every case, composed and decomposed', () => {
  expect(isSameName('Große Ernte', 'große ernte')).toBe(true);
  expect(isSameName('Jubila\u0308um', 'JUBILÄUM')).toBe(true);
  expect(isSameName('Jubilaum', 'Jubiläum')).toBe(false);
});
