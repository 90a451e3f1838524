// Asks the shop's own server, through Shopify's app proxy, who the customer is, and only then puts the provider into the page: until then
// the elements show their waiting state. Without an answer the shopper is a guest.
const template = document.querySelector('template[data-loyalty-customer]');

async function readCustomer(address) {
  const response = await fetch(address, { headers: { Accept: 'application/json' }, cache: 'no-store' });
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  return response.json();
}

if (template) {
  const provider = document.importNode(template.content, true).querySelector('loyalty-provider');
  let customer = { customerId: '' };
  try {
    customer = await readCustomer(template.dataset.loyaltyCustomer);
    // An answer of now that there is no customer signs out the customer of this browser. A page of a cache, or no answer, does not.
    if (!customer.customerId) customer.signedAt = String(Math.floor(Date.now() / 1000));
  } catch (error) {
    console.error(`loyalty-elements: the customer is treated as a guest. ${error.message}`);
  }
  const { customerId, signature, signedAt } = customer;
  provider.setAttribute('customer-id', customerId);
  if (signature) provider.setAttribute('signature', signature);
  if (signedAt) provider.setAttribute('signed-at', signedAt);
  template.replaceWith(provider);
}
