// The blocks in the editor: each shows its name in a box. The page has the element, rendered by the server.
(({ blocks, blockEditor, components, element }, titles) => {
  for (const [name, title] of Object.entries(titles)) {
    blocks.registerBlockType(`loyalty-elements/${name}`, {
      apiVersion: 2,
      title,
      category: 'widgets',
      icon: 'heart',
      edit: () =>
        element.createElement(
          'div',
          blockEditor.useBlockProps(),
          element.createElement(components.Placeholder, { icon: 'heart', label: title }),
        ),
      save: () => null,
    });
  }
})(window.wp, window.loyaltyElementsBlocks);
