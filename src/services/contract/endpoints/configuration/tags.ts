import type { Data, Page } from '../../shapes/envelope.ts';
import type { Tag, tagShape } from '../../shapes/records/configuration.ts';
import type { Adding } from '../../shapes/shape.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses tags (spec 4.6 Configuration). */
export const tags = endpoint('GET', '/v3/tags', 'tags.index', of<Page<Tag>>);

/** Adds a tag (spec 4.6 Configuration). */
export const addTag = endpoint('POST', '/v3/tags', 'tags.store', of<Data<Tag>>, of<Adding<typeof tagShape>>);

/** Reads a tag (spec 4.6 Configuration). Parameter name: ASSUMPTION J11. */
export const readTag = endpoint('GET', '/v3/tags/{tag}', 'tags.show', of<Data<Tag>>);

/** Deletes a tag (spec 4.6 Configuration). Parameter name: ASSUMPTION J11. */
export const deleteTag = endpoint('DELETE', '/v3/tags/{tag}', 'tags.destroy');
