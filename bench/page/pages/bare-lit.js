// The same with Lit, without any check, cache or state.
import { css, html, LitElement } from 'lit';

customElements.define(
  'bare-lit',
  class extends LitElement {
    static properties = {
      baseUrl: { attribute: 'base-url' },
      platform: {},
      customerId: { attribute: 'customer-id' },
      signature: {},
      profileId: { attribute: 'profile-id' },
      points: { state: true },
    };

    static styles = css`
      :host {
        display: inline-block;
      }
    `;

    connectedCallback() {
      super.connectedCallback();
      this.load();
    }

    async load() {
      const json = async (path, init) => (await fetch(this.baseUrl + path, init)).json();
      const reply = await json(`/${this.platform}/api/v1/auth/token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ id: this.customerId, signature: this.signature }),
      });
      const { data } = await json(`/v3/profiles/${this.profileId}/balances`, {
        headers: { Authorization: `Bearer ${reply.data.token}` },
      });
      this.points = data.points.available;
    }

    render() {
      return this.points === undefined
        ? html`…`
        : html`<b>${new Intl.NumberFormat('en').format(this.points)}</b> points`;
    }
  },
);
