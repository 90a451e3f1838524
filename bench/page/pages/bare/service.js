// One token and each call once for all bare elements of a page, without any check, stored token or state.
import { css, html, LitElement } from 'lit';

const given = (name) => document.querySelector('bare-service').getAttribute(name);
const json = async (path, init) => (await fetch(given('base-url') + path, init)).json();

let token;
const calls = new Map();

/** Sends the request, with the page's token. `{profile}` in the path stands for the profile of the customer. */
export async function send(path, init) {
  token ??= json(`/${given('platform')}/api/v1/auth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ id: given('customer-id'), signature: given('signature') }),
  });
  const { data } = await token;
  return json(path.replace('{profile}', given('profile-id')), {
    ...init,
    headers: { Authorization: `Bearer ${data.token}`, ...init?.headers },
  });
}

/** The answer of the path: requested once for the page. */
export function read(path) {
  if (!calls.has(path)) calls.set(path, send(path));
  return calls.get(path);
}

export const browse = (path) => read(`${path}?page%5Bnumber%5D=1&page%5Bsize%5D=100`);
export const format = (number) => new Intl.NumberFormat('en').format(number);

/** An element that shows what it has loaded. */
export class BareElement extends LitElement {
  static properties = { content: { state: true } };

  static styles = css`
    :host {
      display: block;
    }
    ul {
      margin: 0;
      padding: 0;
      list-style: none;
    }
    li {
      display: flex;
      gap: 1em;
      min-block-size: 3em;
    }
  `;

  async connectedCallback() {
    super.connectedCallback();
    this.content = await this.load();
  }

  render() {
    return this.content === undefined ? html`…` : this.show(this.content);
  }
}
