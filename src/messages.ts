/** Entry for the texts, `loyalty-elements/messages`: a page that imports it does not import the elements. */
export type { MessageKey } from './components/internal/texts/message-keys.ts';
export {
  setMessages,
  type CompleteMessages,
  type Message,
  type Messages,
} from './components/internal/texts/messages.ts';
