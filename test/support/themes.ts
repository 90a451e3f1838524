/** Style sheets of whole pages, as public shop themes have them: resets of every element type, and no names of ours. */
export const THEMES = {
  /** Translucent text, rem of 10 px, and a link over the whole product card. */
  light: `
    *, *::before, *::after { box-sizing: inherit; }
    html { box-sizing: border-box; font-size: 62.5%; }
    body { margin: 0; background: #fff; color: rgba(18, 18, 18, .75); font: 400 1.5rem/1.8 Inter, sans-serif; letter-spacing: .06rem; }
    h1, h2, h3, h4 { margin: 0 0 1rem; color: rgb(18, 18, 18); font-weight: 400; line-height: 1.3; }
    ul, ol { margin: 0; padding: 0; list-style: none; }
    li { display: inline-block; text-align: center; }
    p { margin: 0 0 1.5rem; }
    button { all: unset; text-transform: uppercase; }
    img, svg, video { display: block; width: 100%; max-width: 100%; height: auto; fill: red; }
    input, label, form, dl, dd, dt { margin: 0 0 2rem; border: 3px dashed red; }
    a { color: inherit; }
    .card { position: relative; }
    .card a::after { content: ''; position: absolute; inset: 0; z-index: 1; }
  `,
  /** Light text on a dark background, without a color-scheme. */
  dark: `
    * { margin: 0; padding: 0; box-sizing: border-box; font: inherit; vertical-align: baseline; }
    body { background: #111; color: #fff; font: 16px/1.5 Georgia, serif; }
    button, input { appearance: none; border: 0; border-radius: 0; background: #333; color: #fff; }
    ul { list-style: square inside; }
    li { float: left; }
    img, svg { display: block; max-width: 100%; fill: #fff; }
    p { max-width: 40ch; }
    .card { position: relative; }
    .card a::after { content: ''; position: absolute; inset: 0; }
  `,
} as const;
