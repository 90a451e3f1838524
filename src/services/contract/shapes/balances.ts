export * from '../incentives/points.ts';
