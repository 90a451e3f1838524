import { signCustomerId, unixSeconds } from '../../proxy/signature.ts';
import { storefrontToken } from '../../services/contract/endpoints/first-requests.ts';
import { DEFAULT_PLATFORM_VERSION } from '../../services/transport/formats.ts';
import { fillPath } from '../../services/transport/paths.ts';
import { createMapping, type Ask } from '../../services/transport/tenant/mapping.ts';
import { note, ok, wrong, type Check } from '../checks.ts';
import type { ServiceOptions } from '../options.ts';
import { patiently, type Patience } from '../patience.ts';
import { TOKEN_OPERATION, type Exchange } from '../recorded-fetch.ts';

// Who gets a token: only pages of the shop that holds the secret.

const DAY_MS = 86_400_000;

/** Sends the request for a token as a page does, with another signature. */
async function askToken(
  { settings, signing }: ServiceOptions,
  patience: Patience,
  body: Readonly<Record<string, string | undefined>>,
): Promise<Exchange> {
  const { baseUrl, tenantFile, platformVersion } = settings;
  const names = {
    storefront_platform: signing!.platform,
    version: platformVersion ?? DEFAULT_PLATFORM_VERSION,
  };
  const send = async (address: string, wire: unknown, method: string): Promise<void> => {
    const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
    await patience.recorder.fetch(baseUrl + address, {
      method,
      headers,
      body: JSON.stringify(wire),
      redirect: 'manual',
    });
  };
  const { exchanges } = await patiently(patience, async () => {
    if (!tenantFile) return send(fillPath(storefrontToken, names), body, 'POST');
    const ask: Ask = async ({ address, method, body: wire }) => {
      await send(address, wire, method);
      return { body: {} };
    };
    // The reply is not read here.
    await createMapping(tenantFile)
      .call(storefrontToken, { ...names, body } as never, ask)
      .catch(() => {});
  });
  return exchanges.at(-1)!;
}

export async function checkSignatures(options: ServiceOptions, patience: Patience): Promise<Check[]> {
  const { signing } = options;
  if (!signing) return [note('signatures were not tried: set --platform, --customer-id and --secret-env')];
  const { customerId: id, secret } = signing;
  // A draft may have sent it in another encoding.
  const sent = patience.recorder.exchanges.filter(({ operation }) => operation === TOKEN_OPERATION);
  const checks: Check[] = sent.some(({ status }) => status < 300)
    ? [ok('the right signature gets a token')]
    : [wrong(`The right signature gets no token (status ${sent[0]?.status ?? 'none'}).`)];
  const signature = signCustomerId(id, `${secret}-another`);
  const forged = await askToken(options, patience, { id, signature });
  checks.push(
    forged.status < 300
      ? wrong(
          'A WRONG SIGNATURE GETS A TOKEN: everybody can act as any customer. The service must compare the signature with HMAC-SHA256 of the id.',
        )
      : ok(`a wrong signature is refused (status ${forged.status})`),
  );
  for (const [words, age] of [
    ['of now', 0],
    ['of two days ago', 2 * DAY_MS],
  ] as const) {
    const signedAt = new Date(Date.now() - age);
    const timed = await askToken(options, patience, {
      id,
      signature: signCustomerId(id, secret, { signedAt }),
      signed_at: String(unixSeconds(signedAt)),
    });
    const isTaken = timed.status < 300;
    if (age === 0)
      checks.push(
        isTaken
          ? ok('a signature with its time (signed-at) gets a token')
          : note(`signed-at is not taken (status ${timed.status}): leave it off the provider`),
      );
    else if (isTaken)
      checks.push(
        wrong(`A signature with the time ${words} gets a token: a page in a cache signs in for ever.`),
      );
    if (!isTaken) break;
  }
  return checks;
}
