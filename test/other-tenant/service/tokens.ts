import { createHmac } from 'node:crypto';
import { raw, Refused, text, type Handler } from './answers.ts';

/** Authentication of spec 5.1 and 5.3; tokens of 5.2 are `Tenant.apiToken`. */
export const tokens = {
  'token.storefront': (ask) => {
    const { tenant, dialect, world } = ask;
    const id = text(ask, 'id');
    const signature = text(ask, 'signature');
    const expected = createHmac('sha256', tenant.secret).update(id).digest(dialect.signatureEncoding);
    if (signature !== expected) throw new Refused({ status: 401, message: 'Unauthenticated.' });
    const member =
      world.members.find(({ identities }) =>
        identities.some(({ type, value }) => type === 'shop' && value === id),
      ) ?? world.addMember({ shopId: id, email: `${id}@customers.example.com`, firstName: '', lastName: '' });
    const { token, expires } = tenant.issueToken(member);
    return raw(dialect.storefrontToken(token, member, expires));
  },
  'token.machine': ({ tenant, dialect, body }) => {
    const form = body as Record<string, string>;
    const { grant_type, client_id, client_secret, username, password } = form;
    const { machine } = tenant;
    if (
      grant_type !== 'client_credentials' ||
      client_id !== machine.clientId ||
      client_secret !== machine.clientSecret ||
      username !== machine.username ||
      password !== machine.password
    )
      throw new Refused({ status: 401, message: 'Unauthenticated.' });
    const { token, expires } = tenant.issueToken(undefined);
    return raw(dialect.machineToken(token, expires));
  },
  'token.verify': ({ dialect, caller }) => raw(dialect.verified(caller)),
} satisfies Record<string, Handler>;
