import * as v from 'valibot';

/** Body of the storefront token endpoint (spec 5.3). A number `id` is signed as its decimal text: ASSUMPTION G40. */
export const storefrontCredentials = v.object({
  id: v.union([v.pipe(v.string(), v.minLength(1), v.maxLength(255)), v.pipe(v.number(), v.safeInteger())]),
  signature: v.string(),
});
export type StorefrontCredentials = v.InferOutput<typeof storefrontCredentials>;

/** Reply of the storefront token endpoint: the token is in `data.token` (spec 5.3); no expiry is shown. */
export const storefrontTokenReply = v.looseObject({
  data: v.looseObject({ token: v.pipe(v.string(), v.minLength(1)) }),
});
export type StorefrontToken = v.InferOutput<typeof storefrontTokenReply>;
