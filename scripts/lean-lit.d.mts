/** Context of a build hook: reports an error that ends the build. */
interface HookContext {
  error(message: string): never;
}

export function leanLit(): {
  readonly name: string;
  readonly enforce: 'pre';
  load(id: string): string | undefined;
  transform(this: HookContext, code: string, id: string): { code: string; map: null } | undefined;
  buildEnd(this: HookContext, error?: Error): void;
};
