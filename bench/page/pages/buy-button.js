// Sends the requests of the page's library to the benchmark's service.
const { content: service } = document.querySelector('meta[name=service]');
const send = window.fetch;
window.fetch = (input, init) => send(String(input.url ?? input).replace(/^https:\/\/[^/]+/, service), init);

const client = window.ShopifyBuy.buildClient({ domain: 'bench.example', storefrontAccessToken: 'bench' });
window.ShopifyBuy.UI.init(client).createComponent('product', {
  id: '1001',
  node: document.querySelector('#widget'),
});
