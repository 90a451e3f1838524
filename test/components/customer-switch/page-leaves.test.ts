import { expect } from '@open-wc/testing';
import '../../../src/index.ts';
import { closeService, everythingIn } from '../../support/component-page.ts';
import { allLoaded, ADA_DATA, openAs, openForAdaAndBen } from '../../support/component-switch.ts';

describe('page that is left', () => {
  let ada: ReturnType<typeof openForAdaAndBen>['ada'];
  beforeEach(() => ({ ada } = openForAdaAndBen()));
  afterEach(closeService);

  for (const persisted of [true, false]) {
    it(`shows nothing of its customer, because the back button may show it to another (persisted: ${persisted})`, async () => {
      const provider = await openAs(ada);
      await allLoaded(provider);
      expect(everythingIn(provider)).to.match(ADA_DATA);
      window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted }));
      await Promise.all(
        [...provider.querySelectorAll('*')].map(
          (one) => (one as { updateComplete?: unknown }).updateComplete,
        ),
      );
      expect(everythingIn(provider)).not.to.match(ADA_DATA);
      // The same customer returns.
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
      await allLoaded(provider);
      expect(everythingIn(provider)).to.match(ADA_DATA);
    });
  }
});
