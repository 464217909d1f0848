import { AppError } from '#kit/model/errors.ts'
import { assessPassword, passwordProblemTexts } from '../../contract/password.ts'

/** 422 on `field` for a password that is easy to guess, also from the person's own words. */
export function assertAcceptable(
  field: string,
  password: string,
  personal: readonly string[],
): void {
  const { problem } = assessPassword(password, personal)
  if (problem !== null) throw refusedField(field, passwordProblemTexts[problem])
}

/** 422 that names one field and the reason. */
export function refusedField(field: string, reason: string): AppError {
  return new AppError('invalid', `${field}: ${reason}`, { errors: { [field]: [reason] } })
}
