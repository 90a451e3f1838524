export * from '../../commerce/products.ts';
