import { bootstrapApplication } from '@angular/platform-browser';
import 'loyalty-elements/auto';
import { Account } from './account';

await bootstrapApplication(Account);
