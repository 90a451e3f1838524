export * from '../shape.ts';
