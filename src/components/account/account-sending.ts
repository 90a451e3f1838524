import { LoyaltyError, type Loyalty } from '../../services/index.ts';
import type { AccountField, AccountProblem, AccountTask } from './account-form.ts';
import { localize } from '../internal/texts/messages.ts';

const INPUT_ERRORS: readonly string[] = ['unauthenticated', 'validation', 'conflict', 'rate_limited'];

/** Whether the shopper corrects the error in the form; the page gets no event. */
export const isOfInput = ({ code }: LoyaltyError): boolean => INPUT_ERRORS.includes(code);

export async function send(loyalty: Loyalty, input: FormData, task: AccountTask): Promise<boolean> {
  checkInput(input);
  const session = await loyalty.session(loyalty.beginAttempt());
  const [email, password] = [valueOf(input, 'email'), valueOf(input, 'password')];
  const [firstName, lastName] = [valueOf(input, 'first_name'), valueOf(input, 'last_name')];
  await (task === 'sign-in'
    ? session.signIn(email, password)
    : session.join({ email, password, firstName, lastName }));
  return true;
}

const valueOf = (input: FormData, name: AccountField): string => String(input.get(name) ?? '');

/** Throws an error with a sentence for each required field that is empty. */
function checkInput(input: FormData): void {
  const fields = {
    ...(!valueOf(input, 'email') && { email: [localize('Enter your email.')] }),
    ...(!valueOf(input, 'password') && { password: [localize('Enter your password.')] }),
  };
  if (Object.keys(fields).length) throw new LoyaltyError('validation', undefined, { fields });
}

export const problemOf = (error: LoyaltyError, task: AccountTask): AccountProblem => ({
  fields:
    error.status === undefined
      ? error.fields // of `checkInput()`
      : Object.fromEntries(Object.entries(error.forShopper.fields).map(([name, text]) => [name, [text]])),
  text: sentenceOf(error, task),
});

function sentenceOf(error: LoyaltyError, task: AccountTask): string {
  switch (error.code) {
    case 'unauthenticated':
      return localize('Incorrect email or password.');
    case 'rate_limited':
      return localize('Too many attempts. Try again in 15 minutes.');
    case 'invalid_config':
      return localize('Sign-in isn’t set up on this page.');
    case 'offline':
      return localize('You’re offline. Try again when you’re connected.');
    case 'timeout':
      return task === 'join'
        ? localize(
            'We didn’t get an answer. It may have gone through: check back in a moment before you try again.',
          )
        : localize('We didn’t get an answer. Try again.');
    default:
      if (task === 'join') return localize('We couldn’t create your account.');
      // The proxy finds no profile for the account: it was deleted, or its e-mail address is another profile's.
      return error.code === 'conflict'
        ? localize('This account isn’t in the programme. Contact the shop.')
        : localize('We couldn’t sign you in.');
  }
}
