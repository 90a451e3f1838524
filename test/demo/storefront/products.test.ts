import { describe, expect, it } from 'vitest';
import { drawProduct } from '../../../demo/sample/art.ts';
import { categories, products } from '../../../demo/sample/products.ts';
import { faultsOf } from './markup.ts';

const repeated = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at);

describe('the range', () => {
  it('holds about two hundred products with names, handles and ids of their own', () => {
    expect(products).toHaveLength(200);
    for (const key of ['id', 'handle', 'name', 'imagePath'] as const)
      expect(repeated(products.map((product) => product[key]))).toEqual([]);
  });

  it('is complete for each of them', () => {
    const names = new Set(categories.map(({ name }) => name));
    for (const product of products) {
      expect(product.handle).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(product.price).toMatch(/^[1-9]\d{0,3}\.\d\d$/);
      expect(product.currency).toBe('EUR');
      expect(product.imagePath).toBe(`/products/${product.handle}.svg`);
      expect(product.description.length).toBeGreaterThan(40);
      expect(names).toContain(product.category);
    }
  });

  it('keeps its ids from start to start, which lists of customers rely on', () => {
    expect(products[0]).toMatchObject({ id: 'hp-1001', handle: 'linen-lamp', price: '89.00' });
    expect(products[199]).toMatchObject({ id: 'hp-1200', handle: 'rosehip-diffuser' });
  });
});

describe('pictures', () => {
  it('are drawn for every product, each its own and each the same every time', () => {
    const drawn = products.map(({ handle }) => drawProduct(handle)!);
    expect(repeated(drawn)).toEqual([]);
    expect(products.map(({ handle }) => drawProduct(handle))).toEqual(drawn);
  });

  it('are well formed, 4 to 5, small, and need no right to run or style anything', () => {
    for (const { handle, name } of products) {
      const picture = drawProduct(handle)!;
      expect([handle, faultsOf(picture)]).toEqual([handle, []]);
      expect(picture).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 400 500"/);
      expect(picture).toContain(`<title>${name}</title>`);
      expect(picture).not.toMatch(/NaN|undefined|Infinity|<script|<style|\sstyle=|href=|\son\w+=/);
      expect(Buffer.byteLength(picture)).toBeLessThan(90_000);
    }
  });

  it('refer only to paints they define', () => {
    for (const { handle } of products) {
      const picture = drawProduct(handle)!;
      const defined = new Set([...picture.matchAll(/\sid="(d\d+)"/g)].map(([, id]) => id));
      for (const [, id] of picture.matchAll(/url\(#(d\d+)\)/g)) expect(defined).toContain(id);
    }
  });

  it('do not exist for products that do not', () => {
    expect(drawProduct('none')).toBeUndefined();
    expect(drawProduct('constructor')).toBeUndefined();
  });
});
