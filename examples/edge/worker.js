import { edgeProxy } from 'loyalty-elements/proxy/edge';

// Settings are bindings. Cloudflare has the address of the shopper in this header; requests without it have no limits of their own.
export default edgeProxy(() => ({ addressHeader: 'cf-connecting-ip' }));
