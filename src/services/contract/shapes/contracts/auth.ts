import * as on from '../../endpoints/auth.ts';
import {
  accessTokenReply,
  clientCredentials,
  createAccount,
  createdAccount,
  delegationTokenShape,
  discover,
  discovery,
  newTokenShape,
  proxyLoginReply,
  scopeShape,
  storefrontCredentials,
  storefrontTokenReply,
  tokenShape,
  verifiedToken,
} from '../auth.ts';
import { data, page } from '../envelope.ts';
import { contract, plain } from './contract.ts';

/** What each endpoint of the section takes and answers. */
export const authContracts = [
  ...plain(tokenShape, { browse: on.accessTokens, remove: on.deleteAccessToken }),
  ...plain(tokenShape, { browse: on.apiTokens, remove: on.deleteApiToken }),
  contract(on.addAccessToken, data(newTokenShape.record), newTokenShape.add),
  contract(on.addApiToken, data(newTokenShape.record), newTokenShape.add),
  contract(on.addDelegationToken, data(delegationTokenShape.record), delegationTokenShape.add),
  contract(on.discoverAuth, data(discovery), discover),
  contract(on.scopes, page(scopeShape.record)),
  contract(on.credentialsToken, accessTokenReply, clientCredentials),
  contract(on.verifyToken, data(verifiedToken)),
  contract(on.proxyCreate, createdAccount, createAccount),
  contract(on.proxyLogin, proxyLoginReply),
  contract(on.storefrontToken, storefrontTokenReply, storefrontCredentials),
];
