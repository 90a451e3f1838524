/**
 * Secrets of the sample shop, by the variable that replaces them. Everybody can read them here, so they are for development on one machine:
 * `checkPublished` of the service refuses them elsewhere.
 */
export const PUBLISHED = {
  SHOP_SECRET: 'development-only-not-a-secret',
  MACHINE_PASSWORD: 'development-only-machine',
  MACHINE_CLIENT_SECRET: 'development-only-client-secret',
  ADMIN_PASSWORD: 'development-only-admin',
} as const;

export type PublishedName = keyof typeof PUBLISHED;

/** The secret of the environment; an empty variable counts as not set. */
export const secretOf = (name: PublishedName): string => process.env[name] || PUBLISHED[name];

/** Whether the environment has a password of its own for each of the sample users. */
export const areUsersOwn = (): boolean =>
  (['MACHINE_PASSWORD', 'MACHINE_CLIENT_SECRET', 'ADMIN_PASSWORD'] as const).every(
    (name) => secretOf(name) !== PUBLISHED[name],
  );
