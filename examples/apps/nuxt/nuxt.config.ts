export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  css: ['loyalty-elements/loyalty.css'],
  vue: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('loyalty-') } },
});
