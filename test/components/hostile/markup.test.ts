import { aTimeout, expect, fixtureSync, html } from '@open-wc/testing';
import '../../../src/index.ts';
import { scriptRuns, failOnUncaughtErrors, openHostile } from '../../support/component-hostile.ts';
import {
  creditWire,
  definition,
  item,
  pointEntries,
  sampleMember,
  sampleRegistry,
  sampleStyleGuide,
  type Member,
} from '../../support/component-member.ts';
import { allElements, parts, shownText, until } from '../../support/component-page.ts';

const MARKUP = [
  '<img src="x" onerror="window.hits = 1">',
  '"><script>window.hits = 1</script>',
  "' onmouseover='window.hits = 1",
  '<svg><a xlink:href="javascript:window.hits=1">',
  '</style></template><iframe srcdoc="<script>parent.hits=1</script>">',
  '{{constructor.constructor("window.hits=1")()}}',
  '${window.hits = 1}',
];

describe('hostile responses', () => {
  let member: Member;
  const uncaught = failOnUncaughtErrors();

  beforeEach(() => {
    member = sampleMember();
  });

  /** Puts a text into every text field of the service's responses. */
  function everywhere(text: string): void {
    const fields = { name: text, icon: text, code: text, short_description: text, description: text };
    member.tier = {
      ...member.tier,
      definition: { ...fields, points_required: 1 },
      next: { ...fields, points_required: 9_999 },
    };
    member.definitions = [
      definition(1, text, 10, fields),
      definition(2, text, 10, { ...fields, eligibility: { claimable: false, reason: text, message: text } }),
    ];
    member.rewards = [{ id: 3, ...fields, definition: { ...definition(3, text, 1), ...fields } }];
    const product = { ...fields, url: text, image_url: text, price: text, currency: text };
    const benefit = { ...fields, image_url: text, terms_conditions: text, points_required: 5 };
    member.benefits = [{ id: 5, definition: benefit, uses_left: 1 }];
    member.claimable = [{ id: 6, ...benefit }];
    member.achievements = [{ id: 7, definition: benefit, points: 1 }];
    member.dates = [{ id: text, name: text, date: '1990-02-03' }];
    member.receipts = [{ id: 8, receipt_ref: text, status: text, created_at: text }];
    member.items = [item(1, text, { product }), item(2, text, { product, product_id: text })];
    member.pointEntries = pointEntries(3, text);
    member.redemptions = [{ id: text, total: '5', total_localised: text, location: { name: text } }];
    const credit = { credit_number: text, security_code: text, definition: { name: text, currency: text } };
    member.credits = [creditWire(1, text, credit)];
    member.lists = [sampleRegistry(), sampleStyleGuide()];
    for (const list of member.lists) {
      Object.assign(list, { name: text, description: text });
      for (const entry of list.items) Object.assign(entry, { note: text, product });
    }
  }

  for (const text of MARKUP) {
    it(`with ${text} are shown as text, and no script runs`, async () => {
      everywhere(text);
      const provider = await openHostile(member);
      expect(shownText(provider).split(text).length).to.be.above(5);
      const tags = new Set(allElements(provider).map(({ localName }) => localName));
      expect(
        [...tags].filter((tag) => /^(script|iframe|object|style|template|img)$/.test(tag)),
      ).to.deep.equal([]);
      const attributes = allElements(provider).flatMap((element) => element.getAttributeNames());
      expect(attributes.filter((name) => /^on|srcdoc|xlink/.test(name))).to.deep.equal([]);
      for (const element of allElements(provider))
        element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
      await aTimeout(5); // wait for a script that must not run
      expect(scriptRuns()).to.equal(0);
    });
  }

  it('twin: run when a page inserts them as markup', async () => {
    const unsafe = fixtureSync<HTMLElement>(html`<div></div>`);
    unsafe.innerHTML = MARKUP[0]!;
    await until(() => scriptRuns() === 1, 'the script of the image');
    uncaught.length = 0;
  });

  it('with bidirectional control characters affect only their own line', async () => {
    everywhere('\u202Eevil\u2066\u200F');
    const provider = await openHostile(member);
    for (const tag of ['loyalty-rewards', 'loyalty-wishlist'] as const) {
      for (const name of parts(provider.querySelector(tag)!, 'name')) {
        const inner = name.querySelector('bdi') ?? name;
        expect(getComputedStyle(inner).unicodeBidi).to.equal('isolate');
      }
    }
  });
});
