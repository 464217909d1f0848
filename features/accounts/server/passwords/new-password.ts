import { refusedField } from '#kit/model/calls/errors.ts'
import { assessPassword, passwordError } from '../../contract/password.ts'

/** 422 on `field` for a password that is easy to guess, also from the person's own words. */
export function assertAcceptable(
  field: string,
  password: string,
  personal: readonly string[],
): void {
  const { problem } = assessPassword(password, personal)
  if (problem !== null) throw refusedField(field, passwordError(problem))
}
