import type { ExtensionEvent } from '../../../src/services/contract/platform.ts';
import type { Call } from '../api/route.ts';
import { unauthenticated } from '../api/problem.ts';
import { receiveMessage } from '../platform/sync/run.ts';
import { publish } from './publish.ts';
import { verify } from './signature.ts';
import { currentKeys } from './signing-keys.ts';

/**
 * Receives a webhook of another system: signed as in Standard Webhooks with the key of that extension, not older than
 * five minutes, and each message once. Every signature error has the same reply, 401.
 */
export async function receive(call: Call<'/v3/extensions/{extension}/webhook', ExtensionEvent>) {
  const { db, path, body, text = '', header = () => undefined } = call;
  const { extension } = path;
  const keys = await currentKeys(db, `extension:${extension}`);
  const id = header('webhook-id') ?? '';
  const signed = verify(
    keys,
    {
      'webhook-id': id,
      'webhook-timestamp': header('webhook-timestamp') ?? '',
      'webhook-signature': header('webhook-signature') ?? '',
    },
    text,
  );
  if (!signed) throw unauthenticated();
  await db.transaction().execute(async (work) => {
    const first = await work
      .insertInto('received_messages')
      .values({ extension, message_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('message_id')
      .executeTakeFirst();
    // Sent again because our reply was lost: it was processed already.
    if (!first) return;
    await publish(work, {
      trigger: `extension.${extension}`,
      namespace: 'extension',
      profileId: null,
      payload: { extension, message: body },
    });
    await receiveMessage(work, { handle: extension, message: body, id });
  });
  return { data: { id, status: 'accepted' } };
}
