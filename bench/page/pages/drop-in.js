// Sends the requests of the page's library to the benchmark's service.
const { content: service } = document.querySelector('meta[name=service]');
const send = window.fetch;
window.fetch = (input, init) => send(String(input.url ?? input).replace(/^https:\/\/[^/]+/, service), init);
window.commercelayerConfig = { clientId: 'bench', scope: 'market:code:bench' };
