import { expect } from '@open-wc/testing';
import { formatDay } from '../../../src/components/internal/format-day.ts';

describe('formatDay', () => {
  it('has one style, with the year, for days of this year and others', () => {
    const year = new Date().getFullYear();
    expect(formatDay(new Date(year, 8, 5), 'en-US')).to.equal(`September 5, ${year}`);
    expect(formatDay(new Date(2031, 8, 5), 'en-US')).to.equal('September 5, 2031');
    expect(formatDay(new Date(year, 8, 5), 'de')).to.equal(`5. September ${year}`);
  });
});
