/** Context of a build hook. */
interface HookContext {
  /** Reports an error that ends the build. */
  error(message: string): never;
  parse(code: string): object;
}

export function compileTemplates(): {
  readonly name: string;
  transform(this: HookContext, code: string, id: string): { code: string; map: null } | undefined;
};
