import { askBy, type Call, type CallParameters } from '../transport/call.ts';
import { LoyaltyError } from '../transport/errors.ts';
import { fillPath } from '../transport/paths.ts';
import { writeQuery } from '../transport/query.ts';
import type { WireRequest } from '../transport/tenant/mapping.ts';
import type { Loyalty } from './loyalty.ts';

/**
 * Calls an endpoint that a link or secret in the address opens, without a token.
 * @throws LoyaltyError `unauthenticated` where a token is needed, as behind a proxy
 */
export const callWithoutToken =
  ({ config, http, mapping }: Loyalty): Call =>
  async (endpoint, parameters) => {
    if (!config) throw new LoyaltyError('invalid_config');
    const send = ({ address, ...request }: WireRequest) =>
      http({ ...request, url: config.baseUrl + address });
    // Generic parameters cannot be destructured; every instance of the type has these fields.
    const { query, body, idempotencyKey } = parameters as CallParameters<string, unknown>;
    const address = fillPath(endpoint, parameters, config.paths) + writeQuery(query);
    // The reply has the type that the catalogue declares; its readers check each field.
    return (await (mapping
      ? (await mapping).call(endpoint, parameters, askBy(send))
      : send({ method: endpoint.method, address, body, idempotencyKey }))) as never;
  };
