import type { OpenService } from '../../../support/service-open.ts';

const ORIGIN = 'http://127.0.0.1:4010';

type FormFields = readonly (readonly [name: string, value: string])[];

/** The dashboard of a service with a signed-in user: its pages and their forms. */
export interface OpenDashboard {
  get(path: string): Promise<{ readonly status: number; readonly text: string }>;
  post(path: string, fields: FormFields): Promise<{ readonly status: number; readonly text: string }>;
  /** The hidden fields of the form on a page that is sent to an address. */
  fieldsOf(page: string, action: string): Promise<FormFields>;
  /** Sends a form of a page with more fields. */
  submit(
    page: string,
    action: string,
    fields: FormFields,
  ): Promise<{ readonly status: number; readonly text: string }>;
}

export async function openDashboard(
  { app }: Pick<OpenService, 'app'>,
  user: { readonly username: string; readonly password: string },
): Promise<OpenDashboard> {
  let cookie = '';
  async function send(path: string, init: RequestInit) {
    const response = await app.fetch(
      new Request(ORIGIN + path, { ...init, headers: { ...init.headers, Cookie: cookie, Origin: ORIGIN } }),
    );
    const set = response.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
    if (set.length) cookie = set.filter((one) => !one.endsWith('=')).join('; ');
    return { status: response.status, text: await response.text() };
  }
  const get = (path: string) => send(path, {});
  const post = (path: string, fields: FormFields) =>
    send(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
    });
  async function fieldsOf(page: string, action: string): Promise<FormFields> {
    const { text } = await get(page);
    const [, inside = ''] = new RegExp(`action="${action}"([\\s\\S]*?)</form>`).exec(text) ?? [];
    return [...inside.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
  }
  const submit = async (page: string, action: string, fields: FormFields) =>
    post(action, [...(await fieldsOf(page, action)), ...fields]);
  const signedIn = await submit('/dashboard/sign-in', '/dashboard/sign-in', [
    ['username', user.username],
    ['password', user.password],
  ]);
  if (signedIn.status !== 303) throw new Error(`The dashboard refuses to sign ${user.username} in.`);
  return { get, post, fieldsOf, submit };
}
