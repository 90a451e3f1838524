export interface CountedChannels {
  /** Channels between tabs that the page has opened and not closed. */
  openChannels: number;
}

/** Runs in the page: counts its channels between tabs from now on. */
export function countChannels(): void {
  const page = window as unknown as CountedChannels;
  page.openChannels = 0;
  window.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      page.openChannels++;
    }
    override close(): void {
      page.openChannels--;
      super.close();
    }
  };
}
