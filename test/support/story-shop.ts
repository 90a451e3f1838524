import { startMailSink, type MailSink } from '../../demo/mail-sink.ts';
import { SAMPLE_PASSWORD, startDemoProxy } from '../../demo/proxy.ts';
import { startFrontServer } from './shop-one-origin.ts';
import { startShop, type RunningShop } from './shop-open.ts';

/** A shop with its proxy at one origin, in which customers sign in on the page. */
export interface StoryShop {
  readonly url: string;
  readonly shop: RunningShop;
  readonly password: string;
  readonly mails: MailSink;
  /** While it is cut, every connection to the proxy breaks: an engine-independent loss of the network. */
  cut(isCut: boolean): void;
  close(): Promise<void>;
}

export async function openStoryShop(signInMethod: 'password' | 'code'): Promise<StoryShop> {
  const front = await startFrontServer();
  const mails = await startMailSink();
  let target = '';
  const shop = await startShop({
    signInMethod,
    publicUrl: front.url,
    async proxy(options) {
      const mail = { url: mails.smtpUrl, from: 'Harbour & Pine <hello@example.com>' };
      const settings = {
        pathPrefix: '/loyalty',
        ...(signInMethod === 'code' ? { directory: undefined } : {}),
      };
      const proxy = await startDemoProxy({ ...options, pageOrigins: [front.url], mail, settings });
      target = new URL(proxy.url).origin;
      return { url: `${front.url}/loyalty`, stop: () => proxy.stop() };
    },
  });
  const cut = (isCut: boolean) =>
    front.route('/loyalty/', isCut ? { answer: (_headers, response) => response.destroy() } : { to: target });
  cut(false);
  front.route('/', { to: shop.url });
  return {
    url: front.url,
    shop,
    password: SAMPLE_PASSWORD,
    mails,
    cut,
    async close() {
      await shop.close();
      await front.stop();
      await mails.stop();
    },
  };
}
