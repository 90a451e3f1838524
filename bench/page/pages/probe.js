// Runs in a measured page before its scripts: when the content is in a frame, layout shifts, long tasks. Plain JavaScript, because a
// compiler would add names of its own to functions that are sent to a page.
window.startProbe = (wanted) => {
  const found = { content: 0, shift: 0, longest: 0, scripts: [] };
  window.probe = found;
  const observe = (type, use) =>
    new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({ type, buffered: true });
  observe('layout-shift', ({ value }) => (found.shift += value));
  observe('longtask', ({ duration }) => (found.longest = Math.max(found.longest, duration)));

  const textOf = (node) => {
    const { nodeValue, shadowRoot, contentDocument, childNodes, ariaPressed } = node;
    const inner = [shadowRoot, contentDocument?.body, ...childNodes];
    const own = (nodeValue ?? '') + (ariaPressed === 'true' ? '[pressed]' : '');
    return own + inner.map((child) => (child ? textOf(child) : '')).join('');
  };
  const look = () => {
    const isShown = ({ selector, text }) => {
      const element = document.querySelector(selector);
      return element && textOf(element).includes(text);
    };
    if (![wanted].flat().every(isShown)) return void requestAnimationFrame(look);
    // The text is there before this frame is painted. A message is a task of its own, which runs after it.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      found.content = performance.now();
      const scripts = performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => /\.js(\?|$)/.test(name) && startTime < found.content)
        .map(({ name }) => new URL(name).pathname);
      found.scripts = [...new Set(scripts)];
      window.reportContent('');
    };
    port2.postMessage(undefined);
  };
  requestAnimationFrame(look);
};
