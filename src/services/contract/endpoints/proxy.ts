import { endpoint } from '../endpoint.ts';

// Of the proxy (spec 5.4), apart from the other endpoints of tokens: only pages where customers sign in load them.

export const proxyLogin = endpoint('POST', '/login', 'proxy.login');
export const proxyCreate = endpoint('POST', '/create', 'proxy.create');
