export function denseStyles(): {
  readonly name: string;
  transform(code: string, id: string): { code: string; map: null } | undefined;
};
