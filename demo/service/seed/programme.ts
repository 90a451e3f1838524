import { sql } from 'kysely';
import { products } from '../../sample/products.ts';
import { rewards, tiers } from '../../sample/programme.ts';
import { rewardTranslations, tierTranslations } from '../../sample/translations.ts';
import { shop } from '../../sample/shop.ts';
import { soldOut, variants } from '../../sample/variants.ts';
import type { SecretKeys } from '../auth/secret-keys.ts';
import { sealedSecrets, sealSecrets, type ShopSecrets } from '../auth/shop-secrets.ts';
import type { Database } from '../database/tables.ts';
import type { Calendar } from './calendar.ts';

/** Stores the shop with its present secrets, encrypted: a changed secret is valid from now on. */
export async function seedShop(work: Database, keys: SecretKeys, secrets: ShopSecrets): Promise<void> {
  await sealSecrets(work, keys);
  const row = { version: shop.platformVersion, ...sealedSecrets(keys, shop.platform, secrets) };
  await work
    .insertInto('shops')
    .values({ platform: shop.platform, ...row })
    .onConflict((conflict) => conflict.column('platform').doUpdateSet({ ...row, updated_at: sql`now()` }))
    .execute();
}

/** Stores the products of the shop in their present state. */
export async function seedProducts(work: Database): Promise<void> {
  await work
    .insertInto('products')
    .values(
      products.map(({ id, handle, name, category, description, price, currency, imagePath }) => ({
        id,
        handle,
        name,
        category,
        description,
        price,
        currency,
        // Paths, because the shop may have several hosts: replies contain addresses on the host of the request.
        url: `/products/${handle}`,
        image_url: imagePath,
        fields: JSON.stringify(soldOut.has(id) ? { stock: 0 } : {}),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        handle: ref('excluded.handle'),
        name: ref('excluded.name'),
        category: ref('excluded.category'),
        description: ref('excluded.description'),
        price: ref('excluded.price'),
        currency: ref('excluded.currency'),
        url: ref('excluded.url'),
        image_url: ref('excluded.image_url'),
        updated_at: sql`now()`,
      })),
    )
    .execute();
}

/** Adds the variants of products that do not exist yet. Existing ones keep their changes, above all their stock. */
export async function seedVariants(work: Database): Promise<void> {
  for (const [product_id, ofProduct] of Object.entries(variants))
    for (const { id: sku, name, price, isSoldOut } of ofProduct) {
      const fields = {
        product_id,
        external_id: sku,
        sku,
        name,
        price: price ?? null,
        stock: isSoldOut ? 0 : 12,
      };
      await sql`
        insert into records (resource, fields) select 'product-variant', ${JSON.stringify(fields)}::jsonb
        where not exists (
          select from records where resource = 'product-variant' and fields ->> 'sku' = ${sku})`.execute(
        work,
      );
    }
}

/** Adds tiers and rewards that do not exist yet. Existing ones keep their changes, above all their stock. */
export async function seedProgramme(work: Database, calendar: Calendar): Promise<void> {
  await work
    .insertInto('tier_definitions')
    .values(
      tiers.map(({ handle, name, description, primaryColour, pointsRequired }) => ({
        handle,
        name,
        description,
        primary_colour: primaryColour,
        points_required: pointsRequired,
        fields: JSON.stringify({ translations: tierTranslations[handle] }),
      })),
    )
    .onConflict((conflict) => conflict.column('handle').doNothing())
    .execute();
  const tierRows = await work.selectFrom('tier_definitions').select(['id', 'handle']).execute();
  const tierIds = new Map(tierRows.map(({ id, handle }) => [handle, id]));
  await work
    .insertInto('reward_definitions')
    .values(
      rewards.map((reward) => ({
        handle: reward.handle,
        name: reward.name,
        icon: reward.icon,
        image_url: reward.picture === undefined ? null : `/products/${reward.picture}.svg`,
        points_cost: reward.pointsCost,
        step_amount: reward.steps?.amount ?? null,
        step_currency: reward.steps?.currency ?? null,
        minimum_steps: reward.steps?.minimum ?? null,
        maximum_steps: reward.steps?.maximum ?? null,
        short_description: reward.shortDescription,
        description: reward.description,
        terms_conditions: reward.terms ?? null,
        tier_definition_id: reward.tier === undefined ? null : (tierIds.get(reward.tier) ?? null),
        claim_limit: reward.limit ?? null,
        stock: reward.stock ?? null,
        available_from: reward.fromDay === undefined ? null : calendar.ends(reward.fromDay - 1),
        valid_days: reward.validDays ?? null,
        internal_notes: reward.internalNotes ?? null,
        is_published: reward.published ?? true,
        fields: JSON.stringify({ translations: rewardTranslations[reward.handle] }),
      })),
    )
    .onConflict((conflict) => conflict.column('handle').doNothing())
    .execute();
}
