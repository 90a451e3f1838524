import { CATALOGUE } from '../../src/components/catalogue.ts';
import { SHARE } from './component-member.ts';

/** The attributes of an element, once for each shape in which it requests something else or renders another way. */
const SHAPES: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  balance: [{}, { variant: 'card' }],
  rewards: [
    { 'use-button': '', expanded: '' },
    { layout: 'cards', 'use-button': '' },
  ],
  wishlist: [{ 'move-to-cart': '', expanded: '' }, { layout: 'list' }],
  'wishlist-button': [{ 'product-id': 'product-3', 'product-name': 'Chair' }],
  alert: [
    { 'product-id': 'product-3', 'product-name': 'Chair' },
    { 'product-id': 'product-9', kind: 'stock' },
  ],
  redeem: [{ expanded: '', total: '20', currency: 'EUR' }],
  benefits: [{ expanded: '' }],
  achievements: [{ expanded: '' }],
  dates: [{ expanded: '' }],
  receipt: [{ expanded: '' }],
  credits: [{ expanded: '' }],
  lists: [{ registries: '', expanded: '', 'list-url': '/list/{handle}', 'share-url': '/share' }],
  registry: [{ list: 'our-wedding', expanded: '' }],
  share: [{ list: 'our-wedding', 'share-url': '/share' }],
  'shared-list': [{ share: SHARE, expanded: '' }, { share: 'guide-share' }],
  earn: [{}, { 'product-id': 'product-1', price: '89', currency: 'EUR' }],
  events: [{ consent: '' }],
};

/** A tag and its attributes. */
export type MountedElement = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/** Every element of the catalogue in each of its shapes; a new one without attributes. */
export const EVERY_ELEMENT: readonly MountedElement[] = CATALOGUE.flatMap(({ name }) =>
  (SHAPES[name] ?? [{}]).map((attributes): MountedElement => [`loyalty-${name}`, attributes]),
);

/** Those of them that show something: all but the one that only listens. */
export const SHOWN_ELEMENTS = EVERY_ELEMENT.filter(([tag]) => tag !== 'loyalty-events');

/** The HTML of these elements. */
export const htmlOf = (elements: readonly MountedElement[]): string =>
  elements
    .map(([tag, attributes]) => {
      const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
      return `<${tag}${written.join('')}></${tag}>`;
    })
    .join('\n');
