/** Answers with the signed customer whom Shopify names; 403 where Shopify has not signed the query. */
export declare function answerAppProxy(
  url: URL,
  options: { readonly apiSecret: string; readonly shopSecret: string; readonly now?: number },
): Response;
