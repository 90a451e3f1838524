/** Types of what a page gives to elements as objects, or as JSON in attributes. Malformed parts are not shown, and named in the console. */

/** What the page states about the programme, because the service has no such endpoint, or answers it to customers only. */
export interface PageProgramme {
  /** What guests see of the tiers. */
  readonly tiers?: readonly {
    readonly name: string;
    readonly points_required: number;
    readonly description?: string | undefined;
    /** With 3 or 6 hexadecimal digits: `#1f5c4d`. */
    readonly color?: string | undefined;
  }[];
  /** What guests see of the rewards. */
  readonly rewards?: readonly {
    readonly name: string;
    readonly points_cost: number;
    readonly image_url?: string | undefined;
  }[];
  /** Points for one unit of a currency: `{ "EUR": 1 }`. */
  readonly earn?: Readonly<Record<string, number>>;
  /** Campaigns that multiply the points of guests' purchases, as public as the page: without those for some members or with a limit. */
  readonly campaigns?: readonly {
    /** How many times the points, such as 2; more than 1. */
    readonly multiplier: number | string;
    /** RFC 3339, with the offset; without it the campaign runs already. */
    readonly starts_at?: string | null | undefined;
    /** RFC 3339, with the offset. */
    readonly ends_at: string;
    /** Ids of the products that count, none in an empty list; without it all. */
    readonly products?: readonly string[] | null | undefined;
  }[];
  /** Other ways to earn points. */
  readonly ways?: readonly {
    readonly name: string;
    readonly description?: string | undefined;
    readonly points?: number | undefined;
    readonly url?: string | undefined;
  }[];
}

/** A line of a cart. */
export interface CartLine {
  readonly product_id: string;
  readonly variant_id?: string | undefined;
  readonly quantity?: number | string | undefined;
  /** Price of one piece, such as `89.50`. */
  readonly price?: number | string | undefined;
}

export type Cart = readonly CartLine[];
