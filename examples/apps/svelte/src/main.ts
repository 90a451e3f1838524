import 'loyalty-elements/auto';
import type {} from 'loyalty-elements/svelte';
import { mount } from 'svelte';
import Account from './Account.svelte';

mount(Account, { target: document.querySelector('#app')! });
