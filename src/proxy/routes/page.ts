import { PAGE_PARTS, partAddresses, type PagePart } from '../../services/transport/page-parts.ts';
import type { Dependencies, ProxyRequest } from '../dependencies.ts';
import { answerTo, JSON_HEADERS, notFound, Refusal, unavailable } from '../guard/answer.ts';
import { createDeadline } from '../guard/deadline.ts';
import { readTarget, type Target } from '../guard/target.ts';
import type { Log } from '../log.ts';
import type { Session } from '../storage/sessions.ts';
import { MAX_ANSWER_BYTES, readJson } from '../upstream/exchange.ts';
import { sessionOf } from './authorization.ts';
import { forward, refuseBody, wrongMethod } from './forward.ts';

/** Bytes of the largest answer that are left for addresses and refused parts. */
const RESERVED_BYTES = 10_000;

/**
 * `GET /page?show=balances,tier`: the data of several elements in one response. Each part is forwarded with the same checks as
 * a single request, and has the status and body of that request. A part that fails does not make other parts fail.
 */
export async function page(
  dependencies: Dependencies,
  incoming: ProxyRequest,
  { query }: Target,
): Promise<Response> {
  const { config } = dependencies;
  const { request } = incoming;
  if (request.method !== 'GET') throw wrongMethod(['GET']);
  const session = await sessionOf(dependencies, incoming);
  const addresses = readShow(query).flatMap((part) => addressesOf(part, session));
  refuseBody(request);

  // Half of the time of the whole request: the page would stop waiting for all parts when the deadline of one has passed.
  const deadline = createDeadline(config.deadlineMs / 2, incoming.signal);
  try {
    const parts = { ...incoming, signal: deadline.signal };
    const answers = await Promise.all(
      addresses.map((address) => answerOf(dependencies, parts, session, address)),
    );
    return pageAnswer(addresses, answers, config.log);
  } finally {
    deadline.clear();
  }
}

const isPart = (name: string): name is PagePart => Object.hasOwn(PAGE_PARTS, name);

/** The names in `?show=`. @throws Refusal 400 that says which names there are */
function readShow(query: string): PagePart[] {
  const parameters = new URLSearchParams(query);
  const names = parameters.get('show')?.split(',');
  const isAlone = [...parameters].length === 1;
  if (isAlone && names?.every(isPart) && new Set(names).size === names.length) return names;
  const all = Object.keys(PAGE_PARTS).join(', ');
  throw new Refusal(400, `Set show to one or more of these names, each once: ${all}.`);
}

function addressesOf(part: PagePart, { profileId }: Session): string[] {
  try {
    return partAddresses(part, profileId);
  } catch {
    throw notFound(); // a profile id that would change the route, such as a dot segment
  }
}

/** The answer to the same request without others. */
async function answerOf(
  dependencies: Dependencies,
  incoming: ProxyRequest,
  session: Session,
  address: string,
): Promise<Response> {
  try {
    const target = readTarget(address);
    if (!target) throw notFound();
    return await forward(dependencies, incoming, target, session);
  } catch (error) {
    return answerTo(error, incoming.signal, dependencies.config.log);
  }
}

/** One JSON text of the answers, in the languages of all of them. Their bodies are inserted as they are, so that no number or text changes. */
async function pageAnswer(
  addresses: readonly string[],
  answers: readonly Response[],
  log: Log,
): Promise<Response> {
  const parts: string[] = [];
  const languages = new Set<string>();
  let bytesLeft = MAX_ANSWER_BYTES - RESERVED_BYTES;
  for (const [at, answer] of answers.entries()) {
    const bytes = await answer.arrayBuffer();
    const body = new TextDecoder().decode(bytes) || 'null';
    const fits = bytes.byteLength <= bytesLeft;
    // A text that is not one JSON value could end the part early and add parts of its own.
    const isSound =
      fits && (bytes.byteLength === 0 || readJson({ bytes: new Uint8Array(bytes) }) !== undefined);
    if (isSound) bytesLeft -= bytes.byteLength;
    else {
      log({
        level: 'error',
        event: fits ? 'upstream_not_json' : 'upstream_too_large',
        status: answer.status,
      });
    }
    const language = answer.headers.get('Content-Language');
    if (isSound && language !== null) for (const tag of language.split(',')) languages.add(tag.trim());
    const part = isSound ? writePart(answer, body) : await refusedPart();
    parts.push(`${JSON.stringify(addresses[at])}:${part}`);
  }
  const headers = {
    ...JSON_HEADERS,
    ...(languages.size > 0 && { 'Content-Language': [...languages].join(', ') }),
  };
  return new Response(`{"parts":{${parts.join(',')}}}`, { headers });
}

/** The text of a `PartAnswer`. */
function writePart({ status, headers }: Response, body: string): string {
  const retryAfter = headers.get('Retry-After');
  const wait = retryAfter === null ? '' : `"retry_after":${JSON.stringify(retryAfter)},`;
  return `{"status":${status},${wait}"body":${body}}`;
}

async function refusedPart(): Promise<string> {
  const answer = unavailable().toAnswer();
  return writePart(answer, await answer.text());
}
