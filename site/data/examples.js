import { readdirSync, readFileSync } from 'node:fs';
import matter from '@11ty/gray-matter';
import { sourcesOf } from '../frameworks.js';
import states from '../../examples/states.json' with { type: 'json' };

const FOLDER = 'examples';

/** Every example: its title, the states in which it is shown, and the HTML to copy. */
export default readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^[\w-]+\/[\w-]+\.html$/.test(file))
  .sort()
  .map((file) => {
    const { data, content } = matter(readFileSync(`${FOLDER}/${file}`, 'utf8'));
    const [element, name] = file.replace('.html', '').split('/');
    const unknown = (data.states ?? []).filter((state) => !(state in states));
    if (!data.title || !data.description || unknown.length)
      throw new Error(`${FOLDER}/${file} needs a title, a description and states of states.json.`);
    return {
      element,
      name,
      title: data.title,
      description: data.description,
      address: `/frames/${element}/${name}/`,
      states: (data.states ?? Object.keys(states).filter((state) => !states[state].isNamed)).map((state) => ({
        name: state,
        title: states[state].title,
      })),
      source: content.trim(),
      sources: sourcesOf(content.trim()),
      isSpecial: Boolean(data.states),
    };
  })
  // The usual use of an element first, then those that are about one state.
  .sort((one, other) => Number(one.isSpecial) - Number(other.isSpecial));
