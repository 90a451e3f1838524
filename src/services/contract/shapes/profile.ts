import { profileShape } from './records/profiles.ts';

/** A profile: the parts spec 2.3 shows, and ours (ASSUMPTION G4); everything else is unknown and kept. */
export const profile = profileShape.record;
export type { Profile } from './records/profiles.ts';
