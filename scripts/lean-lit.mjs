import { readFileSync } from 'node:fs';

// Lit contains code for browsers that cannot run these elements (`AbortSignal.any` needs Safari 17.4), long texts for errors that a
// build finds, and features that no template here uses. The CDN files leave them out, which saves about 900 bytes of every shop page.
// They leave out our own hydration, too: a shop that renders on its server bundles the npm package. The build fails if a text is not
// found exactly once, if a file of the table is not part of the build, or if a source file uses what is left out.

/** Version of Lit that the table was written for. */
const LIT_VERSION = '3.3.3';

/** By file: a text and its replacement. */
const PIECES = {
  'reactive-element/css-tag.js': [
    [
      't.ShadowRoot&&(void 0===t.ShadyCSS||t.ShadyCSS.nativeShadow)&&"adoptedStyleSheets"in Document.prototype&&"replace"in CSSStyleSheet.prototype',
      '!0',
    ],
    ['Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.")', 'Error("css")'],
    // Styles with expressions inside.
    [
      `1===t.length?t[0]:e.reduce((e,s,o)=>e+(t=>{if(!0===t._$cssResult$)return t.cssText;if("number"==typeof t)return t;throw Error("Value passed to 'css' function must be a 'css' function result: "+t+". Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security.")})(s)+t[o+1],t[0])`,
      't[0]',
    ],
  ],
  'reactive-element/reactive-element.js': [
    ['a.reactiveElementPolyfillSupport', 'void 0'],
    [',(a.reactiveElementVersions??=[]).push("2.1.2")', ''],
    // Decorators: properties are declared in `static properties`.
    ['Symbol.metadata??=Symbol("metadata"),a.litPropertyMetadata??=new WeakMap;', ''],
    [
      'const t=this[Symbol.metadata];if(null!==t){const s=litPropertyMetadata.get(t);if(void 0!==s)for(const[t,i]of s)this.elementProperties.set(t,i)}',
      '',
    ],
    ['static addInitializer(t){this._$Ei(),(this.l??=[]).push(t)}', ''],
    [',void 0!==t.l&&(this.l=[...t.l])', ''],
    [',this.constructor.l?.forEach(t=>t(this))', ''],
    // Custom accessors, `noAccessor` and `useDefault`: no property uses them.
    ['this.prototype.hasOwnProperty(t)&&((s=Object.create(s)).wrapped=!0),', ''],
    [
      'const t=this.constructor.elementProperties;if(t.size>0)for(const[s,i]of t){const{wrapped:t}=i,e=this[s];!0!==t||this._$AL.has(s)||void 0===e||this.C(s,void 0,i,e)}',
      '',
    ],
    ['i&&!(this._$Ej??=new Map).has(t)&&(this._$Ej.set(t,r??s??this[t]),!0!==h||void 0!==r)||(', '('],
    ['this.hasUpdated||i||(s=void 0)', 'this.hasUpdated||(s=void 0)'],
    ['{useDefault:i,reflect:e,wrapped:h},r', '{reflect:e}'],
    [
      '!((i.hasChanged??f)(h,s)||i.useDefault&&i.reflect&&h===this._$Ej?.get(t)&&!this.hasAttribute(r._$Eu(t,i)))',
      '!f(h,s)',
    ],
    ['this[e]=r??this._$Ej?.get(e)??r', 'this[e]=r'],
    [',useDefault:!1,hasChanged:f', ''],
    ['removeController(t){this._$EO?.delete(t)}', ''],
    [
      'const{get:e,set:r}=h(this.prototype,t)??{get(){return this[s]},set(t){this[s]=t}};return{get:e,set(s){const h=e?.call(this);r?.call(this,s),this.requestUpdate(t,h,i)}',
      'return{get(){return this[s]},set(e){const h=this[s];this[s]=e,this.requestUpdate(t,h,i)}',
    ],
    ['[...r(t),...o(t)]', 'r(t)'],
    // Lifecycle methods that no element overrides.
    ['this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(t))', 'this.hasUpdated=!0'],
    ['updated(t){}firstUpdated(t){}', 'updated(t){}'],
    ['this._$EO?.forEach(t=>t.hostUpdated?.()),', ''],
    ['t=this.shouldUpdate(s),t?(this.willUpdate(s),', 't=!0,this.willUpdate(s),'],
    ['this.update(s)):this._$EM()}', 'this.update(s)}'],
    ['shouldUpdate(t){return!0}', ''],
    [
      'const t=this.scheduleUpdate();return null!=t&&await t,!this.isUpdatePending',
      'return this.performUpdate(),!this.isUpdatePending',
    ],
    ['scheduleUpdate(){return this.performUpdate()}', ''],
    ['return this.getUpdateComplete()}getUpdateComplete(){', ''],
    ['case Number:i=null===t?null:Number(t);break;case Object:case Array:try', 'case Object:try'],
    ['case Object:case Array:t=', 'case Object:t='],
  ],
  'lit-html/lit-html.js': [
    ['Error("invalid template strings array")', 'Error("css")'],
    ['t.litHtmlPolyfillSupport', 'void 0'],
    [',(t.litHtmlVersions??=[]).push("3.3.3")', ''],
    // Another name of the policy: a second Lit on the page creates `lit-html`, and a page may allow each name once.
    ['createPolicy("lit-html"', 'createPolicy("loyalty-elements"'],
    // Bindings inside script, style, textarea and title; MathML; bindings in comments and for directives; compiled templates.
    ['(y.test(u[2])&&(n=RegExp("</"+u[2],"g")),c=p)', '(c=p)'],
    ['c=n??v,d=-1', 'c=v,d=-1'],
    ['c=p,n=void 0', 'c=p'],
    [
      'if(y.test(r.tagName)){const t=r.textContent.split(o),i=t.length-1;if(i>0){r.textContent=s?s.emptyScript:"";for(let s=0;s<i;s++)r.append(t[s],c()),P.nextNode(),d.push({type:2,index:++l});r.append(t[i],c())}}',
      '',
    ],
    // Bindings to properties.
    ['ctor:"."===e[1]?I:"?"', 'ctor:"?"'],
    ['"<svg>":3===i?"<math>":""', '"<svg>":""'],
    ['"</svg>":3===i?"</math>":""', '"</svg>":""'],
    ['2===i||3===i', '2===i'],
    ['else t.startsWith(o)&&(d.push({type:6,index:l}),r.removeAttribute(t))', ''],
    [':6===r.type&&(i=new Z(h,this,t))', ':0'],
    [
      'if(r.data===n)d.push({type:2,index:l});else{let t=-1;for(;-1!==(t=r.data.indexOf(o,t+1));)d.push({type:7,index:l}),t+=o.length-1}',
      'r.data===n&&d.push({type:2,index:l});',
    ],
    [
      '"number"==typeof s?this._$AC(t):(void 0===s.el&&(s.el=S.createElement(V(s.h,s.h[0]),this.options)),s)',
      'this._$AC(t)',
    ],
    // Directives.
    [
      'if(i===E)return i;let h=void 0!==e?s._$Co?.[e]:s._$Cl;const o=a(i)?void 0:i._$litDirective$;return h?.constructor!==o&&(h?._$AO?.(!1),void 0===o?h=void 0:(h=new o(t),h._$AT(t,s,e)),void 0!==e?(s._$Co??=[])[e]=h:s._$Cl=h),void 0!==h&&(i=M(t,h._$AS(t,i.values),h,e)),i',
      'return i',
    ],
    ['setConnected(t){void 0===this._$AM&&(this._$Cv=t,this._$AP?.(t))}', ''],
    ['this._$AP?.(!1,!0,s);', ';'],
    ['get _$AU(){return this._$AM?._$AU??this._$Cv}', ''],
    [',this._$Cv=e?.isConnected??!0', ''],
    ['get startNode(){return this._$AA}get endNode(){return this._$AB}', ''],
    // Listeners that are objects, or have options.
    ['||t.capture!==s.capture||t.once!==s.once||t.passive!==s.passive', ''],
    [
      '"function"==typeof this._$AH?this._$AH.call(this.options?.host??this.element,t):this._$AH.handleEvent(t)',
      'this._$AH.call(this.options.host,t)',
    ],
  ],
  'internal/hydration.ts': [
    ['Boolean(globalThis.document?.documentElement)', 'true'],
    ['(): boolean => hydrating', '(): boolean => false'],
  ],
  'internal/resource-controller.ts': [['if (hydrate(this.#host)) this.#host.requestUpdate();', '']],
  'components/loyalty-provider.ts': [['hydrate(this);', '']],
  'internal/lists.ts': [['!inBrowser || isHydrating()', 'false']],
  'lit-element/lit-element.js': [
    [',s.litElementHydrateSupport?.({LitElement:i})', ''],
    ['s.litElementPolyfillSupport', 'void 0'],
    [
      'connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}',
      '',
    ],
    ['this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),', ''],
  ],
};

/** Uses of removed features in a source file. */
const UNSUPPORTED =
  /css`[^`]*\$\{|from 'lit\/(directive|async-directive|decorators)|<(script|style|textarea|title)[\s>]|noAccessor|useDefault|hasChanged|type: (Number|Array)|\s\.\w+=\$\{|(firstUpdated|hostUpdated|shouldUpdate|scheduleUpdate|getUpdateComplete)\(/;

/** Build plugin for the CDN files. */
export function leanLit() {
  const changed = new Set();
  return {
    name: 'lean-lit',
    enforce: 'pre',
    transform(code, id) {
      if (/\/src\/components\//.test(id) && UNSUPPORTED.test(code))
        this.error(`${id} uses a feature of Lit that scripts/lean-lit.mjs removes from the CDN files.`);
      const [file, pieces] = Object.entries(PIECES).find(([name]) => id.endsWith(`/${name}`)) ?? [];
      if (!pieces) return undefined;
      changed.add(file);
      let lean = code;
      for (const [text, replacement] of pieces) {
        if (lean.split(text).length !== 2)
          this.error(mismatch(`${file} does not contain exactly once: ${text}`));
        lean = lean.replace(text, () => replacement);
      }
      return { code: lean, map: null };
    },
    buildEnd(error) {
      const missing = Object.keys(PIECES).filter((file) => !changed.has(file));
      if (!error && missing.length) this.error(mismatch(`the build does not contain ${missing.join(', ')}`));
    },
  };
}

function mismatch(problem) {
  const { version } = JSON.parse(readFileSync('node_modules/lit/package.json', 'utf8'));
  return (
    `scripts/lean-lit.mjs was written for Lit ${LIT_VERSION}, installed is ${version}: ${problem}. Update its table to the current ` +
    `source, or install Lit ${LIT_VERSION}.`
  );
}
