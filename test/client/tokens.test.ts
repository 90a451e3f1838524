import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  authenticatedUser,
  createClient,
  credentialsToken,
  resyncProfile,
  type Credentials,
} from '../../src/client/index.ts';
import { header, listen, type Answer, type Received } from './support/listening.ts';

const credentials: Credentials = {
  clientId: 'till',
  clientSecret: 'p&a ss=+',
  username: 'till@example.com',
  password: 'pä:ss',
  scope: '*',
};
const user = {
  data: { id: 1, username: 'till', name: 'Till', is_machine: true, roles: [], is_active: true },
};
const isToken = ({ url }: Received) => url === '/api/v3/auth/token';

/** Issues tokens t1, t2, … and accepts requests with one of `good`. */
function service(good: readonly string[], reply = (token: string): unknown => ({ access_token: token })) {
  let given = 0;
  return listen((received): Answer => {
    if (isToken(received)) return { body: reply(`t${++given}`) };
    const [bearer = ''] = header(received, 'Authorization');
    return good.includes(bearer.replace('Bearer ', ''))
      ? { body: user }
      : { status: 401, body: { message: 'No.' } };
  });
}

afterEach(() => vi.unstubAllGlobals());

describe('client credentials', () => {
  it('send the six fields as a form, without a bearer token', async () => {
    const { baseUrl, received } = await service(['t1']);
    await createClient({ baseUrl, credentials }).call(authenticatedUser);
    const [asked] = received;
    expect(asked).toMatchObject({ method: 'POST', url: '/api/v3/auth/token' });
    expect(header(asked!, 'Content-Type')).toEqual(['application/x-www-form-urlencoded']);
    expect(header(asked!, 'Accept')).toEqual(['application/json']);
    expect(header(asked!, 'Authorization')).toEqual([]);
    expect(asked!.body).toContain('client_secret=p%26a+ss%3D%2B');
    expect([...new URLSearchParams(asked!.body)]).toEqual([
      ['grant_type', 'client_credentials'],
      ['client_id', 'till'],
      ['client_secret', 'p&a ss=+'],
      ['username', 'till@example.com'],
      ['password', 'pä:ss'],
      ['scope', '*'],
    ]);
  });

  it('write several scopes as one field, separated by spaces', async () => {
    const { baseUrl, received } = await service(['t1']);
    const scope = ['incentives.read', 'lists.write'];
    await createClient({ baseUrl, credentials: { ...credentials, scope } }).call(authenticatedUser);
    expect(new URLSearchParams(received[0]!.body).get('scope')).toBe('incentives.read lists.write');
  });

  it.each([
    ['access_token', (token: string) => ({ access_token: token, token: 'other' })],
    ['data.token', (token: string) => ({ data: { token } })],
    ['token', (token: string) => ({ token })],
  ])('find the token in %s', async (_, reply) => {
    const { baseUrl, received } = await service(['t1'], reply);
    await createClient({ baseUrl, credentials }).call(authenticatedUser);
    expect(header(received[1]!, 'Authorization')).toEqual(['Bearer t1']);
  });

  it.each([[{}], [{ access_token: '' }], [{ access_token: 'two words' }], [[]]])(
    'say so when the reply holds no token: %j',
    async (reply) => {
      const { baseUrl } = await service([], () => reply);
      const call = createClient({ baseUrl, credentials }).call(authenticatedUser);
      await expect(call).rejects.toMatchObject({ code: 'bad_response' });
    },
  );

  it('are sent once for concurrent calls, and once more after a 401', async () => {
    const { baseUrl, received } = await service(['t2']);
    const client = createClient({ baseUrl, credentials });
    await Promise.all(Array.from({ length: 10 }, () => client.call(authenticatedUser)));
    expect(received.filter(isToken)).toHaveLength(2);
  });

  it('report a second 401, without a loop', async () => {
    const { baseUrl, received } = await service([]);
    const call = createClient({ baseUrl, credentials }).call(authenticatedUser);
    await expect(call).rejects.toMatchObject({ code: 'unauthenticated', status: 401, message: 'No.' });
    expect(received).toHaveLength(4);
  });

  it('are sent again for a GET that changes data, because a 401 changed nothing', async () => {
    const { baseUrl, received } = await service(['t2']);
    await createClient({ baseUrl, credentials }).call(resyncProfile, { profile: 'p' });
    expect(received.filter((one) => !isToken(one))).toHaveLength(2);
  });

  it('are reported if they are wrong, and not sent to other endpoints', async () => {
    const { baseUrl } = await listen(() => ({ status: 401, body: { message: 'Unknown client.' } }));
    const error: unknown = await createClient({ baseUrl, credentials })
      .call(authenticatedUser)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'unauthenticated', message: 'Unknown client.' });
    expect(JSON.stringify(error)).not.toContain('p&a');
  });

  it('are refused in a browser, with a diagnostic', () => {
    vi.stubGlobal('window', {});
    expect(() => createClient({ baseUrl: 'https://api.acme.example.com/api', credentials })).toThrow(
      /server/,
    );
  });

  it.each(['clientId', 'clientSecret', 'username', 'password', 'scope'] as const)('need %s', (name) => {
    const baseUrl = 'https://api.acme.example.com/api';
    const value = name === 'scope' ? [] : '';
    expect(() => createClient({ baseUrl, credentials: { ...credentials, [name]: value } })).toThrow(
      'is missing',
    );
  });

  it('can be sent by a call, as a form too', async () => {
    const { baseUrl, received } = await service([]);
    const body = {
      grant_type: 'client_credentials',
      client_id: 'a',
      client_secret: 'b',
      username: 'c',
    } as const;
    await createClient({ baseUrl }).call(credentialsToken, { body: { ...body, password: 'd', scope: '*' } });
    expect(received[0]!.body).toBe(
      'grant_type=client_credentials&client_id=a&client_secret=b&username=c&password=d&scope=*',
    );
    expect(header(received[0]!, 'Authorization')).toEqual([]);
  });
});

describe('a token', () => {
  it('of each of the four sources is sent as Bearer', async () => {
    const { baseUrl, received } = await service(['dashboard', 'storefront', 'proxy', 't1']);
    for (const token of ['dashboard', () => 'storefront', () => Promise.resolve('proxy')])
      await createClient({ baseUrl, token }).call(authenticatedUser);
    await createClient({ baseUrl, credentials }).call(authenticatedUser);
    expect(received.filter((one) => !isToken(one)).flatMap((one) => header(one, 'Authorization'))).toEqual([
      'Bearer dashboard',
      'Bearer storefront',
      'Bearer proxy',
      'Bearer t1',
    ]);
  });

  it('is used without a login; without a token every call fails and sends nothing', async () => {
    const { baseUrl, received } = await service(['given']);
    await createClient({ idUrl: baseUrl, token: 'given' }).call(authenticatedUser);
    await expect(createClient({ idUrl: baseUrl }).call(authenticatedUser)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(received).toHaveLength(1);
  });

  it('given as text is not sent twice by the same call', async () => {
    const { baseUrl, received } = await service([]);
    const call = createClient({ baseUrl, token: 'old' }).call(authenticatedUser);
    await expect(call).rejects.toMatchObject({ code: 'unauthenticated', message: 'No.' });
    expect(received).toHaveLength(1);
  });

  it('that was rejected once by mistake is used by the next call', async () => {
    const { baseUrl, received } = await listen((_, number) =>
      number % 2 === 1 ? { status: 401, body: { message: 'No.' } } : { body: user },
    );
    const client = createClient({ baseUrl, token: 'good' });
    for (let round = 0; round < 3; round++) {
      await expect(client.call(authenticatedUser)).rejects.toMatchObject({ status: 401 });
      await expect(client.call(authenticatedUser)).resolves.toEqual(user);
    }
    expect(received).toHaveLength(6);
  });

  it('from a function is requested again, with the rejected token', async () => {
    const { baseUrl } = await service(['new']);
    const token = vi.fn((rejected: string | undefined) => (rejected === 'old' ? 'new' : 'old'));
    await createClient({ baseUrl, token }).call(authenticatedUser);
    expect(token.mock.calls).toEqual([[undefined], ['old']]);
  });
});
