import { resolvedTypes } from './scripts/manifest-types.mjs';

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
        ({ name, privacy, static: ofClass }) =>
          privacy !== 'private' && privacy !== 'protected' && !ofClass && !name.startsWith('#'),
      );
      element.events = element.events?.filter(({ name }) => name?.startsWith('loyalty-'));
    }
  },
};

/** The analyzer finds files in an order that differs between builds of one commit. */
const inOrder = {
  name: 'in-order',
  packageLinkPhase({ customElementsManifest }) {
    customElementsManifest.modules.sort((a, b) => (a.path < b.path ? -1 : 1));
  },
};

/** Takes the keys of an element from `@keyboard Escape - Closes the menu.` */
const keyboard = {
  name: 'keyboard',
  analyzePhase({ ts, node, moduleDoc }) {
    if (!ts.isClassDeclaration(node)) return;
    const keys = ts
      .getJSDocTags(node)
      .filter(({ tagName }) => tagName.text === 'keyboard')
      .map((tag) => /^(.*?) - (.*)$/s.exec(ts.getTextOfJSDocComment(tag.comment)).slice(1))
      .map(([name, description]) => ({ name, description }));
    const element = moduleDoc.declarations.find(({ name }) => name === node.name.text);
    if (element && keys.length) element.keyboard = keys;
  },
};

/** Makes `dist/custom-elements.json` from the docblocks of the elements. */
export default {
  // The base class has the attributes that several elements share.
  globs: ['src/components/*/loyalty-*.ts', 'src/components/page/inviting-element.ts'],
  outdir: 'dist',
  litelement: true,
  packagejson: false,
  plugins: [onlyWhatIsDocumented, inOrder, keyboard, resolvedTypes()],
};
