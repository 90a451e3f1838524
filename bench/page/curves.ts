// Curves as SVG, with logarithmic scales: growth with a count is a straight line, and no growth is a level one.

export interface Curve {
  readonly name: string;
  readonly points: readonly (readonly [count: number, value: number])[];
}

export interface Chart {
  readonly title: string;
  readonly countName: string;
  readonly valueName: string;
  readonly curves: readonly Curve[];
}

const WIDTH = 640;
const HEIGHT = 360;
const MARGIN = { left: 64, right: 170, top: 40, bottom: 48 };
const COLOURS = ['#0b6e4f', '#b3541e', '#3b4cc0', '#7a3b8f'];

const escape = (text: string) => text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
const number = new Intl.NumberFormat('en');

export function drawChart({ title, countName, valueName, curves }: Chart): string {
  const points = curves.flatMap((curve) => curve.points);
  const x = scale(
    points.map(([count]) => count),
    MARGIN.left,
    WIDTH - MARGIN.right,
  );
  // Zero has no place on a logarithmic scale.
  const y = scale(
    points.map(([, value]) => Math.max(1, value)),
    HEIGHT - MARGIN.bottom,
    MARGIN.top,
  );
  const text = (left: number, top: number, content: string, more = '') =>
    `<text x="${left.toFixed(1)}" y="${top.toFixed(1)}" ${more}>${escape(content)}</text>`;
  const lines = curves.map((curve, at) => {
    const colour = COLOURS[at % COLOURS.length]!;
    const places = curve.points.map(([count, value]) => [x.at(count), y.at(Math.max(1, value))] as const);
    const [lastX = 0, lastY = 0] = places.at(-1) ?? [];
    return [
      `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${places.map(([left, top]) => `${left.toFixed(1)},${top.toFixed(1)}`).join(' ')}"/>`,
      ...places.map(
        ([left, top]) => `<circle cx="${left.toFixed(1)}" cy="${top.toFixed(1)}" r="3" fill="${colour}"/>`,
      ),
      text(lastX + 8, lastY + 4, curve.name, `fill="${colour}"`),
    ].join('');
  });
  const ticks = [
    ...x.ticks.map((tick) =>
      text(x.at(tick), HEIGHT - MARGIN.bottom + 18, number.format(tick), 'text-anchor="middle"'),
    ),
    ...y.ticks.map(
      (tick) =>
        `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y.at(tick).toFixed(1)}" y2="${y.at(tick).toFixed(1)}" stroke="#ddd"/>` +
        text(MARGIN.left - 8, y.at(tick) + 4, number.format(tick), 'text-anchor="end"'),
    ),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" role="img" aria-label="${escape(title)}">
<rect width="100%" height="100%" fill="#fff"/>
${text(MARGIN.left, 22, title, 'font-size="14" font-weight="bold"')}
${text((MARGIN.left + WIDTH - MARGIN.right) / 2, HEIGHT - 10, countName, 'text-anchor="middle"')}
${text(MARGIN.left - 48, MARGIN.top - 8, valueName)}
${ticks.join('\n')}
${lines.join('\n')}
</svg>
`;
}

/** A logarithmic scale from the power of ten below the smallest value to that above the largest. */
function scale(values: readonly number[], from: number, to: number) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    at: (value: number) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
    ticks: Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at)),
  };
}
