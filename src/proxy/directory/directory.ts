/** A customer as the shop's platform knows them. */
export interface PlatformCustomer {
  /** The platform's id: it never changes, and it is the one that gets signed. */
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

export interface NewCustomer {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Who the shop's customers are, and whether somebody is one (spec 5.4). Bring your own, or take one of the three here. */
export interface CustomerDirectory {
  /**
   * The customer whose name and password these are; `undefined` for a wrong password and for an unknown name alike.
   * Throw when it cannot be told: then nobody is signed in and no profile is made.
   */
  authenticate(
    username: string,
    password: string,
    signal: AbortSignal,
  ): Promise<PlatformCustomer | undefined>;
  /**
   * Makes a customer. Throws `CustomerRefused` for an e-mail that is taken, and never changes who has it.
   */
  create(customer: NewCustomer, signal: AbortSignal): Promise<PlatformCustomer>;
}

/** The platform does not take this new customer: its e-mail is taken, its password too weak. */
export class CustomerRefused extends Error {
  /** Names as in the body of `/create`: `email`, `password`, `first_name`, `last_name`. */
  readonly errors: Readonly<Record<string, readonly string[]>>;

  constructor(errors: Readonly<Record<string, readonly string[]>>) {
    super('The customer was not created.');
    this.errors = errors;
  }
}

export const emailTaken = (): CustomerRefused =>
  new CustomerRefused({ email: ['This e-mail is already in use.'] });
