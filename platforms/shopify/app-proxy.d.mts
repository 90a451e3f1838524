/**
 * Answers with the signed customer whom Shopify names; 403 where Shopify has not signed the query for this shop.
 *
 * @throws TypeError for an option that is missing or malformed
 */
export declare function answerAppProxy(
  url: URL,
  options: {
    readonly shop: string;
    readonly apiSecret: string;
    readonly shopSecret: string;
    readonly now?: number;
  },
): Promise<Response>;
