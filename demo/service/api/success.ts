/**
 * Status of success. 200 for what reads or changes, of which no status is shown: ASSUMPTION G26; also for what was created, as
 * the one POST that is shown answers 200 (judgement J22). 202 for what is worked on later, 204 where there is nothing to say (G11).
 */
export const success = { body: 200, accepted: 202, nothing: 204 } as const;
