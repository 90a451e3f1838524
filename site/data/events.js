import elements from './elements.js';

/** Every event once, with its payload and the elements that fire it. */
const byName = new Map();
for (const { tag, events } of elements) {
  for (const { name, detail, type, description } of events) {
    const event = byName.get(name) ?? { name, detail, type, firedBy: [] };
    event.firedBy.push({ tag, description });
    byName.set(name, event);
  }
}
export default [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
