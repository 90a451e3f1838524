import { secretOf } from './published.ts';

/** Users of the sample service. */
export const users = {
  /** The machine user of the shop's integration (spec 5), owner of all tokens of that integration. */
  machine: {
    name: 'Harbour & Pine integration',
    username: 'harbour-integration',
    password: secretOf('MACHINE_PASSWORD'),
    clientId: 'harbour-integration',
    clientSecret: secretOf('MACHINE_CLIENT_SECRET'),
  },
  /** A user who signs in to the dashboard (spec 5.2). */
  administrator: {
    name: 'Anouk Berg',
    username: 'anouk',
    password: secretOf('ADMIN_PASSWORD'),
  },
};
