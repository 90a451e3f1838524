/**
 * Who may sign in to the sample service, for development on one machine only: a service that others can reach makes
 * these users only where their passwords are set from outside.
 */
export const users = {
  /** The machine user of the shop's integration (spec 5), which owns all tokens of that integration. */
  machine: {
    name: 'Harbour & Pine integration',
    username: 'harbour-integration',
    password: process.env['MACHINE_PASSWORD'] || 'development-only-machine',
    clientId: 'harbour-integration',
    clientSecret: process.env['MACHINE_CLIENT_SECRET'] || 'development-only-client-secret',
  },
  /** Who signs in to the dashboard (spec 5.2). */
  administrator: {
    name: 'Anouk Berg',
    username: 'anouk',
    password: process.env['ADMIN_PASSWORD'] || 'development-only-admin',
  },
};

/** Whether all of them come from outside. */
export const areUsersSet = ['MACHINE_PASSWORD', 'MACHINE_CLIENT_SECRET', 'ADMIN_PASSWORD'].every(
  (name) => process.env[name],
);
