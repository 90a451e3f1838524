export * from '../incentives/credits.ts';
