/** A variant of a product of the sample shop. */
export interface Variant {
  /** Also its sku. */
  readonly id: string;
  /** Its options as text. */
  readonly name: string;
  /** Decimal string; without one that of the product. */
  readonly price?: string;
  readonly isSoldOut?: boolean;
}

/** Variants by the id of their product, in shop order. Ids never change. */
export const variants: Readonly<Record<string, readonly Variant[]>> = {
  'hp-1133': [
    { id: 'hp-1133-oat-m', name: 'Oat, 130 × 180 cm' },
    { id: 'hp-1133-oat-l', name: 'Oat, 150 × 220 cm', price: '128.00' },
    { id: 'hp-1133-moss-m', name: 'Moss, 130 × 180 cm' },
    { id: 'hp-1133-moss-l', name: 'Moss, 150 × 220 cm', price: '128.00' },
    { id: 'hp-1133-rust-m', name: 'Rust, 130 × 180 cm', isSoldOut: true },
  ],
};

/** Products that are sold out as a whole. */
export const soldOut: ReadonlySet<string> = new Set(['hp-1134']);
