import 'loyalty-elements/auto';
import type {} from 'loyalty-elements/vue';
import { createApp } from 'vue';
import Account from './Account.vue';

createApp(Account).mount('#app');
