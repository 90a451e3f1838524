/** A profile of the loyalty service, as far as it is kept in step with the platform. */
export interface ServiceProfile {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Reads `{data: profile}`. G4: a number as id is read as its text. */
export function readProfile(json: unknown): ServiceProfile | undefined {
  const { data } = Object(json) as { data?: unknown };
  const { id, email, first_name, last_name } = Object(data) as Record<string, unknown>;
  if ((typeof id !== 'string' && typeof id !== 'number') || id === '') return undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { id: String(id), email: text(email), firstName: text(first_name), lastName: text(last_name) };
}
