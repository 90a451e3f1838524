export * from '../incentives/redemptions.ts';
