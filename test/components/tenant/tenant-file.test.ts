import { expect, html } from '@open-wc/testing';
import '../../../src/components/provider/loyalty-provider.ts';
import '../../../src/components/balance/loyalty-balance.ts';
import '../../../src/components/lists/loyalty-lists.ts';
import '../../../src/components/receipt/loyalty-receipt.ts';
import {
  profileBalances,
  profileLists,
  profileTransactionClaims,
} from '../../../src/services/contract/endpoints/index.ts';
import { json } from '../../support/component-answers.ts';
import { sampleMember } from '../../support/component-member.ts';
import { closeService, loaded, openService, page, shownText, until } from '../../support/component-page.ts';

const TENANT_FILE = Symbol.for('loyalty-elements tenant');
const lists = html`<loyalty-lists></loyalty-lists>`;
const balance = html`<loyalty-balance></loyalty-balance>`;

/** The lines of the console while `work` runs. */
async function linesOf(work: (lines: readonly string[]) => Promise<void>): Promise<string[]> {
  const { error } = console;
  const lines: string[] = [];
  console.error = (...parts) => void lines.push(parts.join(' '));
  try {
    await work(lines);
  } finally {
    console.error = error;
  }
  return lines;
}

describe('a service that differs', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, TENANT_FILE);
    closeService();
  });

  it('fills an element by its tenant file', async () => {
    Reflect.set(globalThis, TENANT_FILE, {
      operations: { 'profiles.balances.show': { record: { 'points.available': '/points_balance' } } },
    });
    const member = sampleMember();
    openService(member).answer(profileBalances, () => json({ data: { points_balance: 77 } }));
    const provider = await page(balance, member);
    const element = await loaded(provider.querySelector('loyalty-balance')!);
    expect(shownText(element)).to.equal('77 points');
  });

  it('hides an element whose operation the service does not have', async () => {
    Reflect.set(globalThis, TENANT_FILE, { operations: { 'profiles.balances.show': false } });
    const member = sampleMember();
    openService(member);
    const provider = await page(balance, member);
    const element = provider.querySelector('loyalty-balance')!;
    await until(() => element.hidden, 'the element is hidden');
    expect(getComputedStyle(element).display).to.equal('none');
  });

  it('shows no list of an unknown type as a wishlist, and the console names operation, field and value', async () => {
    const member = sampleMember();
    openService(member).answer(profileLists, () =>
      json({ data: [{ id: 'l-1', handle: 'ours', name: 'Our wedding', type: 'gift_registry' }] }),
    );
    const all = await linesOf(async (lines) => {
      const provider = await page(lists, member);
      const element = provider.querySelector('loyalty-lists')!;
      await loaded(element);
      await until(() => shownText(element) !== '', 'a text');
      expect(shownText(element)).not.to.match(/Our wedding|No lists/);
      // The file with the diagnostic is loaded after the failure.
      await until(() => lines.some((line) => line.includes('profiles.lists.index')), 'the line');
    });
    const ours = all.filter((line) => line.includes('profiles.lists.index'));
    expect(ours.length).to.equal(1);
    expect(ours[0]).to.include('type is "gift_registry"');
  });

  it('shows no receipt with an unknown status as being checked', async () => {
    const member = sampleMember();
    openService(member).answer(profileTransactionClaims, () =>
      json({
        data: [{ id: 'a', receipt_ref: 'R-1', status: 'approved', created_at: '2026-01-01T00:00:00Z' }],
      }),
    );
    await linesOf(async () => {
      const provider = await page(html`<loyalty-receipt></loyalty-receipt>`, member);
      const element = provider.querySelector('loyalty-receipt')!;
      await loaded(element);
      expect(shownText(element)).not.to.include('In review');
    });
  });
});
