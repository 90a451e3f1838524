/** The exports to run the proxy on any runtime with web-standard requests. Entries for runtimes: `node`, `edge`. */
export { createProxy, type Proxy } from './app.ts';
export { allowedEndpoints } from './allow-list/allow-list.ts';
export type { FieldOverrides } from './allow-list/fields.ts';
export { DENIED, denialOf, type Denial } from './allow-list/denied.ts';
export {
  CustomerRefused,
  emailTaken,
  type CustomerDirectory,
  type NewCustomer,
  type PlatformCustomer,
} from './directory/directory.ts';
export { memoryDirectory, type MemoryCustomer, type MemoryDirectory } from './directory/memory.ts';
export { platformDirectory, type PlatformDirectorySettings } from './directory/platform.ts';
export {
  findPlatformCustomer,
  type FindCustomer,
  type FindCustomerSettings,
} from './directory/find-customer.ts';
export { sendPlatformCode, type SendCodeSettings } from './directory/send-code.ts';
export type { CodeMessage, CodeSettings } from './proofs/code.ts';
export { memoryPasswordBook, serviceDirectory, type PasswordBook } from './directory/service.ts';
export type { Arrival, ReadArrival } from './guard/arrival.ts';
export { hashPassword, isPassword } from './hashes.ts';
export type { Log, LogEntry } from './log.ts';
export type { PagingSettings } from '../services/transport/paging.ts';
export { bigcommerceProof, type BigcommerceProofSettings } from './proofs/bigcommerce.ts';
export { openidProof, type OpenidProofSettings } from './proofs/openid.ts';
export { ownSessionProof, type OwnSessionProofSettings } from './proofs/own-session.ts';
export {
  GUEST,
  ProofRefused,
  type CustomerProof,
  type ProofRequest,
  type ProvenCustomer,
} from './proofs/proof.ts';
export { shopifyProof, type ShopifyProofSettings } from './proofs/shopify.ts';
export {
  SettingsError,
  type Credentials,
  type LimitSettings,
  type ProxySettings,
} from './settings/settings.ts';
export { signCustomerId } from './signature.ts';
export { memoryStorage } from './storage/memory.ts';
export { redisStorage, type RedisClient } from './storage/redis.ts';
export { upstashStorage, type UpstashStorageSettings } from './storage/upstash.ts';
export type { HandledRequest } from './handled.ts';
export type { Counter, Limit, ProxyStorage, Consumed, TextStore } from './storage/storage.ts';
export type { Fetch } from '../services/transport/http.ts';
export type { Service, ServiceAnswer, ServiceCall } from './upstream/service.ts';
