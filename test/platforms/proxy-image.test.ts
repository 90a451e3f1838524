import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../demo/free-port.ts';
import { ANN, basic, openProxy, SHOP, type OpenProxy } from '../proxy/support/open-proxy.ts';
import { variablesFor } from '../proxy/support/process.ts';
import { buildProxyImage, missingForImages, type ProxyImage } from '../support/proxy-image.ts';

const missing = missingForImages();
if (missing) it('image of the proxy', ({ skip }) => skip(`needs Debian's ${missing}`));

describe.skipIf(missing)('image of the proxy', () => {
  let image: ProxyImage;
  let service: OpenProxy;
  beforeAll(async () => {
    [image, service] = await Promise.all([buildProxyImage(), openProxy()]);
  });
  afterAll(async () => {
    image?.close();
    await service?.stop();
  });

  it('has the program of this version, and a user without rights', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(image.config).toMatchObject({ User: 'node', WorkingDir: '/proxy' });
    expect(image.run(...image.config.Cmd, '--version')).toBe(`${version}\n`);
    expect(image.run('id', '-un')).toBe('node\n');
  });

  it('answers probes and metrics, signs customers in, and ends with 0 on SIGTERM', async () => {
    const metricsPort = String(await freePort());
    const proxy = await image.start({
      ...variablesFor(service.upstream.baseUrl),
      HOST: '127.0.0.1',
      LOYALTY_METRICS_PORT: metricsPort,
    });
    expect(proxy.user).toBe(1_000);
    for (const probe of ['health', 'ready']) expect((await fetch(`${proxy.url}/${probe}`)).status).toBe(200);
    const login = await fetch(`${proxy.url}/login`, {
      method: 'POST',
      headers: { Origin: SHOP, Authorization: basic(ANN.email, ANN.password) },
    });
    expect([login.status, await login.json()]).toEqual([
      200,
      expect.objectContaining({ token: expect.stringMatching(/^\S{43}$/) as string }),
    ]);
    const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(await metrics.text()).toContain('operation="login"');
    expect(await proxy.stop()).toBe(0);
  });
});
