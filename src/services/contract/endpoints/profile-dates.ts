import { endpoint } from '../endpoint.ts';

// Apart from the other endpoints of profiles: the elements that read dates and those that send events are in files of their own.

export const profileDates = endpoint('GET', '/v3/profiles/{profile}/attributes/dates', 'profiles.attributes.dates.index');
export const editProfileDates = endpoint('PUT', '/v3/profiles/{profile}/attributes/dates', 'profiles.attributes.dates.update');
export const deleteProfileDate = endpoint('DELETE', '/v3/profiles/{profile}/attributes/dates/{date}', 'profiles.attributes.dates.destroy');
