// The blocks in the editor: each shows its name in a box, and its switches at the side. The page has the element, rendered by the server.
(({ blocks, blockEditor, components, element }, all) => {
  const { createElement } = element;
  const switchesOf = (switches, { attributes, setAttributes }) =>
    Object.entries(switches).map(([key, { label, help }]) =>
      createElement(components.ToggleControl, {
        key,
        label,
        help,
        checked: attributes[key] === true,
        onChange: (isOn) => setAttributes({ [key]: isOn }),
      }),
    );
  for (const [name, { title, switches }] of Object.entries(all)) {
    const hasSwitches = Object.keys(switches).length > 0;
    blocks.registerBlockType(`loyalty-elements/${name}`, {
      apiVersion: 2,
      title,
      category: 'widgets',
      icon: 'heart',
      edit: (block) =>
        createElement(
          'div',
          blockEditor.useBlockProps(),
          hasSwitches &&
            createElement(
              blockEditor.InspectorControls,
              null,
              createElement(components.PanelBody, null, ...switchesOf(switches, block)),
            ),
          createElement(components.Placeholder, { icon: 'heart', label: title }),
        ),
      save: () => null,
    });
  }
})(window.wp, window.loyaltyElementsBlocks);
