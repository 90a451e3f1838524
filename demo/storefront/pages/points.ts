import { html } from 'hono/html';
import type { Product } from '../../sample/products.ts';
import { earn, ways } from '../../sample/programme.ts';
import {
  rewardTranslations,
  tierTranslations,
  wayTranslations,
  type SampleTexts,
  type SampleTranslations,
} from '../../sample/translations.ts';
import { priceOf, type CartLine } from '../cart.ts';
import { signInLinkSlot, type Markup, type Visit } from './page.ts';

/** What a product or a cart earns. Guests get the link to join beside it. */
export const earnLine = (visit: Visit, purchase: Markup, products: readonly Product[]): Markup =>
  html`<loyalty-earn
    class="earn ${campaignsFor(visit, products).length ? 'with-campaign' : ''}"
    programme="${earningOf(visit, products)}"
    currency="EUR"
    ${purchase}
    >${signInLinkSlot(visit, 'Sign in')}</loyalty-earn
  >`;

/** The attributes of a product. */
export const oneOf = ({ id, price }: Product): Markup => html`product-id="${id}" price="${price}"`;

/** The attributes of a cart. */
export const allOf = (lines: readonly CartLine[]): Markup =>
  html`items="${JSON.stringify(
    lines.map((line) => ({ product_id: line.product.id, quantity: line.quantity, price: priceOf(line) })),
  )}"`;

/** What guests earn with these products: the rate, and the campaigns in which they count. */
export function earningOf(visit: Visit, products: readonly Product[]): string {
  const campaigns = campaignsFor(visit, products);
  return JSON.stringify({ earn, ...(campaigns.length > 0 && { campaigns }) });
}

const campaignsFor = ({ campaigns }: Visit, products: readonly Product[]) =>
  campaigns.flatMap(({ products: counting, ...campaign }) => {
    const ids = products.map(({ id }) => id).filter((id) => counting.has(id));
    return ids.length ? [{ ...campaign, products: ids }] : [];
  });

/** The button in the corner, with the programme in its drawer. */
export const panel = (visit: Visit): Markup =>
  html`<loyalty-panel
    programme="${programmeOf(visit, { hasPictures: true })}"
    history-url="/account"
  ></loyalty-panel>`;

/** What guests see of the programme, as `<loyalty-status>` takes it. A narrow drawer has small pictures of the rewards, a page large ones. */
export function programmeOf(
  { settings: { programme, publicUrl }, preferences: { language } }: Visit,
  { hasPictures }: { readonly hasPictures?: true } = {},
): string {
  /** The texts in the language of the page, where they have one. */
  const textsOf = (
    translations: Readonly<Record<string, SampleTranslations>>,
    key: string,
  ): Partial<SampleTexts> =>
    language === 'de' || language === 'ar' ? (translations[key]?.[language] ?? {}) : {};
  return JSON.stringify({
    earn,
    ways: ways.map((way) => ({ ...way, ...textsOf(wayTranslations, way.name) })),
    tiers: programme.tiers.map(({ handle, name, description, primaryColour, pointsRequired }) => ({
      name,
      description,
      ...textsOf(tierTranslations, handle),
      color: primaryColour,
      points_required: pointsRequired,
    })),
    rewards: programme.rewards
      .filter(({ picture, tier, stock }) => picture && !tier && stock !== 0)
      .map(({ handle, name, picture, pointsCost }) => ({
        name: textsOf(rewardTranslations, handle).name ?? name,
        points_cost: pointsCost,
        ...(hasPictures && { image_url: `${publicUrl}/products/${picture}.svg` }),
      }))
      .filter(({ points_cost }) => points_cost > 0),
  });
}
