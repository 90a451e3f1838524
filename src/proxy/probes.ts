import { JSON_HEADERS } from './guard/answer.ts';
import type { ProxyStorage } from './storage/storage.ts';

/** The answer to a probe of an orchestrator or load balancer. */
export interface ProbeAnswer {
  readonly status: 200 | 503;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What decides whether requests may be sent to this instance. */
export interface ProbedInstance {
  readonly storage: ProxyStorage;
  /** It finishes the requests in flight, and takes no new ones. */
  readonly isStopping: () => boolean;
}

const READY_LIFETIME_MS = 10_000;

const answer = (status: 200 | 503, state: string): ProbeAnswer => ({
  status,
  headers: JSON_HEADERS,
  body: JSON.stringify({ status: state }),
});

/**
 * `/health`: the process answers; otherwise it is to be restarted. `/ready`: its storage stores, and it is not stopping; otherwise it gets
 * no requests for now. They say nothing else, are outside of the path prefix, and take requests over http: probes come from the network of
 * the instance. `undefined` for any other address.
 */
export function answerProbe(path: string, instance: ProbedInstance): Promise<ProbeAnswer> | undefined {
  if (path === '/health') return Promise.resolve(answer(200, 'ok'));
  return path === '/ready' ? answerReady(instance) : undefined;
}

async function answerReady({ storage, isStopping }: ProbedInstance): Promise<ProbeAnswer> {
  if (isStopping()) return answer(503, 'stopping');
  try {
    // Written, because a storage with a full disk still answers reads.
    await storage.texts.set('ready', '1', READY_LIFETIME_MS);
    return answer(200, 'ready');
  } catch {
    return answer(503, 'storage failed');
  }
}
