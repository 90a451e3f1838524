/** What the analyzer guesses beyond the docblocks is taken out: inner state is no attribute, an event has our prefix. */
const onlyWhatIsDocumented = {
  name: 'only-what-is-documented',
  packageLinkPhase({ customElementsManifest }) {
    const elements = customElementsManifest.modules.flatMap(({ declarations = [] }) => declarations);
    for (const element of elements.filter(({ tagName }) => tagName)) {
      const isInner = (name) =>
        element.members?.some((member) => member.name === name && member.privacy === 'private');
      element.attributes = element.attributes?.filter(({ fieldName, name }) => !isInner(fieldName ?? name));
      element.members = element.members?.filter(
        ({ name, privacy }) => privacy !== 'private' && !name.startsWith('#'),
      );
      element.events = element.events?.filter(({ name }) => name?.startsWith('loyalty-'));
    }
  },
};

/** Makes `dist/custom-elements.json` from the docblocks of the elements. */
export default {
  globs: ['src/components/loyalty-*.ts'],
  outdir: 'dist',
  litelement: true,
  packagejson: false,
  plugins: [onlyWhatIsDocumented],
};
