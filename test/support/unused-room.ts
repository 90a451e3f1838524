/** Room of an element in which nothing is visible, in pixels. */
export interface UnusedRoom {
  readonly element: string;
  /** From the bottom of the last visible content to the bottom of the element; of a frame around it, without the padding of the frame. */
  readonly below: number;
  /** The highest gap in one list or one group of the element, between the rows that follow each other. */
  readonly inside: number;
}

/**
 * In the page: the unused room of each block element of ours. Visible content is a text, a picture, a control, a line, and a notice with its
 * frame. A row of a list begins and ends with its visible content or its line.
 */
export function unusedRoom(): UnusedRoom[] {
  interface Span {
    top: number;
    bottom: number;
  }
  const FRAMES = '.notice, .skeleton, .frame, .picture';
  const LEAVES = 'img, svg, button, input, select, textarea, summary';

  const childrenOf = (node: Element): Node[] =>
    node instanceof HTMLSlotElement && node.assignedNodes().length
      ? node.assignedNodes()
      : [...(node.shadowRoot ?? node).childNodes];

  /** The spans of what is visible in a node, not sorted. */
  function spansIn(node: Node): Span[] {
    if (node instanceof Text) {
      if (!node.data.trim()) return [];
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    }
    if (!(node instanceof Element) || node.matches('style, dialog, script')) return [];
    const isContents = getComputedStyle(node).display === 'contents';
    if (!isContents && !node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
    const style = getComputedStyle(node);
    const box = node.getBoundingClientRect();
    if (style.clipPath !== 'none' && box.width <= 1) return [];
    if (style.position === 'sticky' && box.height === 0) return [];
    if (node.matches(FRAMES) || (node.matches(LEAVES) && box.height)) return [box];
    const isLine = (width: string, color: string) => parseFloat(width) && color !== 'rgba(0, 0, 0, 0)';
    const spans = childrenOf(node).flatMap(spansIn);
    if (!box.height) return spans;
    if (isLine(style.borderBlockStartWidth, style.borderBlockStartColor))
      spans.push({ top: box.top, bottom: box.top + 1 });
    if (isLine(style.borderBlockEndWidth, style.borderBlockEndColor))
      spans.push({ top: box.bottom - 1, bottom: box.bottom });
    return spans;
  }

  /** The highest gap between the spans. */
  function highestGap(spans: readonly Span[]): number {
    let end = Infinity;
    let gap = 0;
    for (const { top, bottom } of [...spans].sort((a, b) => a.top - b.top)) {
      if (end !== Infinity) gap = Math.max(gap, top - end);
      end = end === Infinity ? bottom : Math.max(end, bottom);
    }
    return gap;
  }

  return [...document.querySelectorAll('*')]
    .filter(({ localName }) => localName.startsWith('loyalty-') && localName !== 'loyalty-provider')
    .filter((host) => {
      const { display } = getComputedStyle(host);
      return ['block', 'grid', 'flex', 'flow-root'].includes(display) && host.shadowRoot && host.clientHeight;
    })
    .map((host) => {
      const spans = spansIn(host);
      const bottom = Math.max(host.getBoundingClientRect().top, ...spans.map((span) => span.bottom));
      const card = host.shadowRoot!.querySelector('.card[part=base]');
      const frame = card ? parseFloat(getComputedStyle(card).paddingBlockEnd) : 0;
      const lists = [...host.shadowRoot!.querySelectorAll('ul, ol')].filter(
        (list) => list.children.length > 1 && getComputedStyle(list).display !== 'contents',
      );
      return {
        element: host.localName + (host.getAttribute('layout') ? ` ${host.getAttribute('layout')}` : ''),
        below: Math.round(host.getBoundingClientRect().bottom - bottom - frame),
        inside: Math.round(Math.max(0, ...lists.map((list) => highestGap(spansIn(list))))),
      };
    });
}
