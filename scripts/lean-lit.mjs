import { readFileSync } from 'node:fs';

// Lit contains code for browsers that cannot run these elements (`AbortSignal.any` needs Safari 17.4), long texts for errors that a
// build finds, and features that no element here uses. The CDN files leave them out, and render compiled templates without lit-html
// (decision 0233). They leave out our own hydration, too: a shop that renders on its server bundles the npm package. The build fails if a
// text is not found exactly once, if a file of the table is not part of the build, or if a source file uses what is left out.

/** Version of Lit that the table was written for. */
const LIT_VERSION = '3.3.3';

/** By file: a text and its replacement. */
const PIECES = {
  'reactive-element/css-tag.js': [
    [
      't.ShadowRoot&&(void 0===t.ShadyCSS||t.ShadyCSS.nativeShadow)&&"adoptedStyleSheets"in Document.prototype&&"replace"in CSSStyleSheet.prototype',
      '!0',
    ],
    // A style sheet in place of an object that makes one: `styleSheet` of `css` is the sheet itself.
    [
      `i=(t,...e)=>{const o=1===t.length?t[0]:e.reduce((e,s,o)=>e+(t=>{if(!0===t._$cssResult$)return t.cssText;if("number"==typeof t)return t;throw Error("Value passed to 'css' function must be a 'css' function result: "+t+". Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security.")})(s)+t[o+1],t[0]);return new n(o,t,s)}`,
      'i=t=>{const s=new CSSStyleSheet;return s.replaceSync(t[0]),s.styleSheet=s}',
    ],
  ],
  'reactive-element/reactive-element.js': [
    [
      'a=globalThis,c=a.trustedTypes,l=c?c.emptyScript:"",p=a.reactiveElementPolyfillSupport',
      'l="",p=void 0',
    ],
    [',(a.reactiveElementVersions??=[]).push("2.1.2")', ''],
    // Decorators: properties are declared in `static properties`.
    ['Symbol.metadata??=Symbol("metadata"),a.litPropertyMetadata??=new WeakMap;', ''],
    ['static addInitializer(t){this._$Ei(),(this.l??=[]).push(t)}', ''],
    [',this.constructor.l?.forEach(t=>t(this))', ''],
    // Inherited properties, custom accessors, `attribute: false`, `noAccessor`, `useDefault` and `hasChanged`: no property uses them.
    [
      'static get observedAttributes(){return this.finalize(),this._$Eh&&[...this._$Eh.keys()]}',
      'static get observedAttributes(){this._$Eh=new Map;for(const t in this.properties){const{attribute:s=t.toLowerCase(),state:i}=this.properties[t],h=Symbol();i||this._$Eh.set(s,t),e(this.prototype,t,{get(){return this[h]},set(s){const i=this[h];this[h]=s,this.requestUpdate(t,i)}})}return[...this._$Eh.keys()]}',
    ],
    [
      'static createProperty(t,s=b){if(s.state&&(s.attribute=!1),this._$Ei(),this.prototype.hasOwnProperty(t)&&((s=Object.create(s)).wrapped=!0),this.elementProperties.set(t,s),!s.noAccessor){const i=Symbol(),h=this.getPropertyDescriptor(t,i,s);void 0!==h&&e(this.prototype,t,h)}}static getPropertyDescriptor(t,s,i){const{get:e,set:r}=h(this.prototype,t)??{get(){return this[s]},set(t){this[s]=t}};return{get:e,set(s){const h=e?.call(this);r?.call(this,s),this.requestUpdate(t,h,i)},configurable:!0,enumerable:!0}}static getPropertyOptions(t){return this.elementProperties.get(t)??b}static _$Ei(){if(this.hasOwnProperty(d("elementProperties")))return;const t=n(this);t.finalize(),void 0!==t.l&&(this.l=[...t.l]),this.elementProperties=new Map(t.elementProperties)}static finalize(){if(this.hasOwnProperty(d("finalized")))return;if(this.finalized=!0,this._$Ei(),this.hasOwnProperty(d("properties"))){const t=this.properties,s=[...r(t),...o(t)];for(const i of s)this.createProperty(i,t[i])}const t=this[Symbol.metadata];if(null!==t){const s=litPropertyMetadata.get(t);if(void 0!==s)for(const[t,i]of s)this.elementProperties.set(t,i)}this._$Eh=new Map;for(const[t,s]of this.elementProperties){const i=this._$Eu(t,s);void 0!==i&&this._$Eh.set(i,t)}this.elementStyles=this.finalizeStyles(this.styles)}static finalizeStyles(s){const i=[];if(Array.isArray(s)){const e=new Set(s.flat(1/0).reverse());for(const s of e)i.unshift(t(s))}else void 0!==s&&i.push(t(s));return i}static _$Eu(t,s){const i=s.attribute;return!1===i?void 0:"string"==typeof i?i:"string"==typeof t?t.toLowerCase():void 0}',
      '',
    ],
    ['super(),this._$Ep=void 0,', 'super(),'],
    // Values that a script set before the element was defined.
    [
      '_$E_(){const t=new Map,s=this.constructor.elementProperties;for(const i of s.keys())this.hasOwnProperty(i)&&(t.set(i,this[i]),delete this[i]);t.size>0&&(this._$Ep=t)}',
      '_$E_(){this._$Ep={};for(const t in this.constructor.properties)this.hasOwnProperty(t)&&(this._$Ep[t]=this[t],delete this[t])}',
    ],
    // Reflected properties, and converters by type: `converter` is a function.
    [
      'attributeChangedCallback(t,s,i){this._$AK(t,i)}_$ET(t,s){const i=this.constructor.elementProperties.get(t),e=this.constructor._$Eu(t,i);if(void 0!==e&&!0===i.reflect){const h=(void 0!==i.converter?.toAttribute?i.converter:u).toAttribute(s,i.type);this._$Em=t,null==h?this.removeAttribute(e):this.setAttribute(e,h),this._$Em=null}}_$AK(t,s){const i=this.constructor,e=i._$Eh.get(t);if(void 0!==e&&this._$Em!==e){const t=i.getPropertyOptions(e),h="function"==typeof t.converter?{fromAttribute:t.converter}:void 0!==t.converter?.fromAttribute?t.converter:u;this._$Em=e;const r=h.fromAttribute(s,t.type);this[e]=r??this._$Ej?.get(e)??r,this._$Em=null}}requestUpdate(t,s,i,e=!1,h){if(void 0!==t){const r=this.constructor;if(!1===e&&(h=this[t]),i??=r.getPropertyOptions(t),!((i.hasChanged??f)(h,s)||i.useDefault&&i.reflect&&h===this._$Ej?.get(t)&&!this.hasAttribute(r._$Eu(t,i))))return;this.C(t,s,i)}',
      'attributeChangedCallback(t,s,i){const{_$Eh:e,properties:h}=this.constructor,r=e.get(t),{converter:o}=h[r];this[r]=o?o(i):i}requestUpdate(t,s){if(void 0!==t){if(i(this[t],s))return;this._$AL.has(t)||this._$AL.set(t,this.hasUpdated?s:void 0)}',
    ],
    ['this._$Em=null,this._$Ev()', 'this._$Ev()'],
    [
      'C(t,s,{useDefault:i,reflect:e,wrapped:h},r){i&&!(this._$Ej??=new Map).has(t)&&(this._$Ej.set(t,r??s??this[t]),!0!==h||void 0!==r)||(this._$AL.has(t)||(this.hasUpdated||i||(s=void 0),this._$AL.set(t,s)),!0===e&&this._$Em!==t&&(this._$Eq??=new Set).add(t))}',
      '',
    ],
    // Lifecycle methods that no element overrides.
    [
      'const t=this.scheduleUpdate();return null!=t&&await t,!this.isUpdatePending}scheduleUpdate(){return this.performUpdate()}',
      'return this.performUpdate(),!this.isUpdatePending}',
    ],
    [
      'performUpdate(){if(!this.isUpdatePending)return;if(!this.hasUpdated){if(this.renderRoot??=this.createRenderRoot(),this._$Ep){for(const[t,s]of this._$Ep)this[t]=s;this._$Ep=void 0}const t=this.constructor.elementProperties;if(t.size>0)for(const[s,i]of t){const{wrapped:t}=i,e=this[s];!0!==t||this._$AL.has(s)||void 0===e||this.C(s,void 0,i,e)}}let t=!1;const s=this._$AL;try{t=this.shouldUpdate(s),t?(this.willUpdate(s),this._$EO?.forEach(t=>t.hostUpdate?.()),this.update(s)):this._$EM()}catch(s){throw t=!1,this._$EM(),s}t&&this._$AE(s)}willUpdate(t){}_$AE(t){this._$EO?.forEach(t=>t.hostUpdated?.()),this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(t)),this.updated(t)}_$EM(){this._$AL=new Map,this.isUpdatePending=!1}',
      'performUpdate(){Object.assign(this,this._$Ep),this._$Ep={};const t=this._$AL;let s;try{this.willUpdate(t),this._$EO?.forEach(t=>t.hostUpdate?.()),s=this.render()}finally{this._$AL=new Map,this.isUpdatePending=!1}this.update(s),this.hasUpdated=!0,this.updated(t)}willUpdate(t){}',
    ],
    [
      'get updateComplete(){return this.getUpdateComplete()}getUpdateComplete(){return this._$ES}shouldUpdate(t){return!0}update(t){this._$Eq&&=this._$Eq.forEach(t=>this._$ET(t,this[t])),this._$EM()}updated(t){}firstUpdated(t){}',
      'get updateComplete(){return this._$ES}updated(t){}',
    ],
    // Options of the shadow root, and lists of styles that are made once for each class.
    [
      'y.elementStyles=[],y.shadowRootOptions={mode:"open"},y[d("elementProperties")]=new Map,y[d("finalized")]=new Map,',
      '',
    ],
    [
      'this.attachShadow(this.constructor.shadowRootOptions);return s(t,this.constructor.elementStyles),t',
      'this.attachShadow({mode:"open"});return t.adoptedStyleSheets=[this.constructor.styles].flat(9),t',
    ],
    // Controllers that are added after the constructor, or removed.
    [',void 0!==this.renderRoot&&this.isConnected&&t.hostConnected?.()', ''],
    ['removeController(t){this._$EO?.delete(t)}', ''],
    ['enableUpdating(t){}', ''],
  ],
  'internal/in-browser.ts': [
    ['Boolean(globalThis.document?.documentElement)', 'true'],
    ['(): boolean => hydrating', '(): boolean => false'],
  ],
  'internal/resource-controller.ts': [['if (hydrate(this.#host)) this.#host.requestUpdate();', '']],
  'internal/lists.ts': [['!inBrowser || isHydrating()', 'false']],
  'lit-element/lit-element.js': [
    ['import{render as e,noChange as r}from"lit-html"', 'import{content as e}from"lit-html"'],
    [',s.litElementHydrateSupport?.({LitElement:i})', ''],
    ['s.litElementPolyfillSupport', 'void 0'],
    ['(s.litElementVersions??=[]).push("4.2.2");', ''],
    [
      'constructor(){super(...arguments),this.renderOptions={host:this},this._$Do=void 0}createRenderRoot(){const t=super.createRenderRoot();return this.renderOptions.renderBefore??=t.firstChild,t}',
      '',
    ],
    [
      'update(t){const r=this.render();this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),super.update(t),this._$Do=e(r,this.renderRoot,this.renderOptions)}',
      'update(t){(this._$Do??=e(this.renderRoot.appendChild(new Comment),null,this))(t)}',
    ],
    [
      'connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}render(){return r}',
      '',
    ],
    ['i._$litElement$=!0,i["finalized"]=!0', ''],
  ],
};

/** The file of Lit that our own renderer of compiled templates replaces. */
const LIT_HTML = 'lit-html/lit-html.js';
const RENDERER = `${import.meta.dirname}/../src/components/internal/compiled-templates.ts`;

/** Uses of removed features in a source file. */
const UNSUPPORTED =
  /css`[^`]*\$\{|'lit\/(directive|async-directive|decorators)|noChange|noAccessor|useDefault|hasChanged|type: (Number|Array|Object|Boolean|String)|reflect: |attribute: false|shadowRootOptions|(svg|mathml)`|(firstUpdated|hostUpdated|shouldUpdate|scheduleUpdate|getUpdateComplete|removeController)\(|override update\(/;

/** Build plugin for the CDN files. */
export function leanLit() {
  const changed = new Set();
  return {
    name: 'lean-lit',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(LIT_HTML)) return undefined;
      changed.add(LIT_HTML);
      return `export * from '${RENDERER}';`;
    },
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
      const missing = [LIT_HTML, ...Object.keys(PIECES)].filter((file) => !changed.has(file));
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
