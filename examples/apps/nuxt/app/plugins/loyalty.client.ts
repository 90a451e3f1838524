import 'loyalty-elements/auto';
import type {} from 'loyalty-elements/vue';

export default defineNuxtPlugin(() => {});
