/** What can be imported, with the endpoint that takes one record of it. */
export const importModels: Readonly<Record<string, string>> = {
  profile: 'profiles.store',
  transaction: 'transactions.store',
  order: 'orders.store',
  product: 'products.store',
  location: 'locations.store',
  reward: 'rewards.store',
  credit: 'credits.store',
  point: 'points.store',
  interaction: 'interactions.store',
  webhook: 'webhooks.store',
  brand: 'brands.store',
  tag: 'tags.store',
  status: 'statuses.store',
  rate: 'rates.store',
  staff: 'staff.store',
};

/** The model of a name, in the singular or as its endpoints have it: `profile`, `profiles`. */
export const modelNamed = (name: string): string | undefined =>
  Object.keys(importModels).find((model) => model === name || importModels[model] === `${name}.store`);
