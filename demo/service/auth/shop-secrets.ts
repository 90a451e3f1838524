import type { Database, Row } from '../database/tables.ts';
import { isSealed, isSealedNow, seal, unseal, type SecretKeys } from './secret-keys.ts';

/** The secrets with which a shop signs customer ids. */
export interface ShopSecrets {
  readonly secret: string;
  /** Accepted as well while the shop changes its pages to a new secret. */
  readonly previousSecret?: string;
}

const place = (column: 'secret' | 'previous_secret', platform: string) => `shops.${column} of ${platform}`;

/** The columns of a shop with its secrets encrypted. */
export const sealedSecrets = (
  keys: SecretKeys,
  platform: string,
  { secret, previousSecret }: ShopSecrets,
): Pick<Row<'shops'>, 'secret' | 'previous_secret'> => ({
  secret: seal(keys, secret, place('secret', platform)),
  previous_secret:
    previousSecret === undefined ? null : seal(keys, previousSecret, place('previous_secret', platform)),
});

/** @throws SecretKeyError */
export const secretsOf = (
  keys: SecretKeys,
  {
    platform,
    secret,
    previous_secret: previous,
  }: Pick<Row<'shops'>, 'platform' | 'secret' | 'previous_secret'>,
): ShopSecrets => ({
  secret: unseal(keys, secret, place('secret', platform)),
  ...(previous !== null && { previousSecret: unseal(keys, previous, place('previous_secret', platform)) }),
});

/**
 * Encrypts the secrets of all shops with the first key: those of before that were stored as they are, and those with an older key.
 * @throws SecretKeyError where the key of one is missing: nothing is replaced then
 */
export async function sealSecrets(work: Database, keys: SecretKeys): Promise<void> {
  const shops = await work.selectFrom('shops').selectAll().forUpdate().execute();
  for (const shop of shops) {
    const texts = [shop.secret, shop.previous_secret].filter((text) => text !== null);
    const secrets: ShopSecrets = texts.some(isSealed)
      ? secretsOf(keys, shop)
      : {
          secret: shop.secret,
          ...(shop.previous_secret !== null && { previousSecret: shop.previous_secret }),
        };
    if (texts.every((text) => isSealedNow(keys, text))) continue;
    await work
      .updateTable('shops')
      .set(sealedSecrets(keys, shop.platform, secrets))
      .where('platform', '=', shop.platform)
      .execute();
  }
}
