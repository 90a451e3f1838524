/**
 * Users of the sample service. The default passwords are for development on one machine: a service that listens on other
 * addresses creates these users only if the passwords are set in the environment.
 */
export const users = {
  /** The machine user of the shop's integration (spec 5), owner of all tokens of that integration. */
  machine: {
    name: 'Harbour & Pine integration',
    username: 'harbour-integration',
    password: process.env['MACHINE_PASSWORD'] || 'development-only-machine',
    clientId: 'harbour-integration',
    clientSecret: process.env['MACHINE_CLIENT_SECRET'] || 'development-only-client-secret',
  },
  /** A user who signs in to the dashboard (spec 5.2). */
  administrator: {
    name: 'Anouk Berg',
    username: 'anouk',
    password: process.env['ADMIN_PASSWORD'] || 'development-only-admin',
  },
};

/** Whether all passwords and the client secret are set in the environment. */
export const areUsersSet = ['MACHINE_PASSWORD', 'MACHINE_CLIENT_SECRET', 'ADMIN_PASSWORD'].every(
  (name) => process.env[name],
);
