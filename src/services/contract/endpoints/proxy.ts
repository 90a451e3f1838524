import { endpoint } from '../endpoint.ts';

// Of the proxy (spec 5.4), apart from the endpoint of tokens, which is in the first file of each page.

export const proxyLogin = endpoint('POST', '/login', 'proxy.login');
export const proxyCreate = endpoint('POST', '/create', 'proxy.create');
