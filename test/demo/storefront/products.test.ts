import { describe, expect, it } from 'vitest';
import { categories, products, readPicture } from '../../../demo/sample/products.ts';
import { faultsOf } from './markup.ts';

const repeated = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at);

describe('sample products', () => {
  it('are 200 products with unique names, handles and ids', () => {
    expect(products).toHaveLength(200);
    for (const key of ['id', 'handle', 'name', 'imagePath'] as const)
      expect(repeated(products.map((product) => product[key]))).toEqual([]);
  });

  it('have every field filled', () => {
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

  it('have stable ids, because lists of customers refer to them', () => {
    expect(products[0]).toMatchObject({ id: 'hp-1001', handle: 'linen-lamp', price: '89.00' });
    expect(products[199]).toMatchObject({ id: 'hp-1200', handle: 'rosehip-diffuser' });
  });
});

describe('sample pictures', () => {
  it('exist for every product, all different, and stay the same', () => {
    const pictures = products.map(({ handle }) => readPicture(handle)!);
    expect(repeated(pictures)).toEqual([]);
    expect(products.map(({ handle }) => readPicture(handle))).toEqual(pictures);
  });

  it('are well formed, 4 to 5, small, and contain no script, style or link', () => {
    for (const { handle, name } of products) {
      const picture = readPicture(handle)!;
      expect([handle, faultsOf(picture)]).toEqual([handle, []]);
      expect(picture).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 400 500"/);
      expect(picture).toContain(`<title>${name}</title>`);
      expect(picture).not.toMatch(/NaN|undefined|Infinity|<script|<style|\sstyle=|href=|\son\w+=/);
      expect(Buffer.byteLength(picture)).toBeLessThan(90_000);
    }
  });

  it('refer only to gradients, patterns and clip paths that they define', () => {
    for (const { handle } of products) {
      const picture = readPicture(handle)!;
      const defined = new Set([...picture.matchAll(/\sid="(d\d+)"/g)].map(([, id]) => id));
      for (const [, id] of picture.matchAll(/url\(#(d\d+)\)/g)) expect(defined).toContain(id);
    }
  });

  it('do not exist for unknown handles', () => {
    expect(readPicture('none')).toBeUndefined();
    expect(readPicture('constructor')).toBeUndefined();
  });
});
