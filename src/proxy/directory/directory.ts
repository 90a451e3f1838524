/** A customer as the shop's platform knows them. */
export interface PlatformCustomer {
  /** The platform's id: it never changes, and it is the one that gets signed. */
  readonly id: string;
  /** An address that was verified to be the customer's, or an empty text: it finds and creates profiles. */
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

/** Checks and creates customers of the shop (spec 5.4). Write your own, or use one of the three here. */
export interface CustomerDirectory {
  /**
   * The customer with this name and password; `undefined` for a wrong password as well as for an unknown name.
   * Throw when neither can be known: then the login fails and no profile is created.
   */
  authenticate(
    username: string,
    password: string,
    signal: AbortSignal,
  ): Promise<PlatformCustomer | undefined>;
  /**
   * Creates a customer. Throws `CustomerRefused` for an e-mail that is in use, and never changes the customer who has it.
   */
  create(customer: NewCustomer, signal: AbortSignal): Promise<PlatformCustomer>;
}

/** The platform refuses this new customer: the e-mail is in use, or the password too weak. */
export class CustomerRefused extends Error {
  /** Names as in the body of `/create`: `email`, `password`, `first_name`, `last_name`. */
  readonly errors: Readonly<Record<string, readonly string[]>>;

  constructor(errors: Readonly<Record<string, readonly string[]>>) {
    super('The customer was not created.');
    this.errors = errors;
  }
}

export const emailTaken = (): CustomerRefused =>
  new CustomerRefused({ email: ['This email is already in use.'] });
