import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../src/services/contract/endpoints/index.ts';
import { fill } from '../../support/service-open.ts';
import { SHOP } from '../support/open-proxy.ts';
import { openServiceProxy, type ServiceProxy } from '../support/open-service-proxy.ts';

describe('which items several give together, through the proxy', () => {
  let proxy: ServiceProxy;
  let [owner, editor, stranger] = ['', '', ''];
  const profile = 'profile-1003';
  const item = { id: '', list: '', link: '' };
  beforeAll(async () => {
    proxy = await openServiceProxy();
    [owner = '', editor = '', stranger = ''] = await Promise.all(
      ['1003', '1001', '1004'].map((id) => proxy.signIn(id)),
    );
    const body = { type: 'registry', handle: 'chip-in', name: 'Wedding', event_at: '2099-06-01' };
    const list = await proxy.call(on.addList, { token: owner, path: { profile }, body });
    item.list = String(list.body.data.id);
    const path = { profile, list: item.list };
    const added = await proxy.call(on.addListItem, { token: owner, path, body: { product_id: 'hp-1001' } });
    item.id = String(added.body.data.id);
    const share = async (sent: object) =>
      (await proxy.call(on.addProfileListShare, { token: owner, path, body: sent })).body.data.handle;
    item.link = await share({});
    const invitation = await share({ role: 'editor' });
    await proxy.call(on.claimListShare, { token: editor, path: { handle: invitation }, body: {} });
  });
  afterAll(() => proxy?.stop());

  const choose = (token: string, at: string, target: string) =>
    proxy.call(on.editProfileListItem, {
      token,
      path: { profile: at, list: item.list, item: item.id },
      body: { chip_in: { target, currency: 'EUR' } },
    });
  const stored = async () => {
    const path = { profile, list: item.list, item: item.id };
    return (
      (await proxy.call(on.readProfileListItem, { token: owner, path })).body.data.chip_in?.target ?? null
    );
  };

  it('are chosen by the owner and by an editor of the list', async () => {
    expect((await choose(owner, profile, '80.00')).status).toBe(200);
    expect(await stored()).toBe('80.00');
    expect((await choose(editor, 'profile-1001', '70.00')).status).toBe(200);
    expect(await stored()).toBe('70.00');
  });

  it('are chosen by no stranger, below either profile, and by nobody who has only the link', async () => {
    const before = await stored();
    for (const at of ['profile-1004', profile])
      expect([403, 404]).toContain((await choose(stranger, at, '1')).status);
    const { method, path: template } = on.editProfileListItem;
    const path = fill(template, { profile, list: item.list, item: item.id });
    const guest = await fetch(`${proxy.url}${path}?share=${item.link}`, {
      method,
      headers: { Origin: SHOP, 'Content-Type': 'application/json' },
      body: JSON.stringify({ chip_in: { target: '1', currency: 'EUR' } }),
    });
    expect(guest.status).toBe(401);
    expect(await stored()).toBe(before);
  });
});
