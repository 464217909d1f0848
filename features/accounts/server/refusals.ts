import { AppError } from '#kit/model/errors.ts'

/** 422 that names one field and the reason. */
export function refusedField(field: string, reason: string): AppError {
  return new AppError('invalid', `${field}: ${reason}`, { errors: { [field]: [reason] } })
}

/** 403 for a right that the caller can not give, naming the field that holds it. */
export function forbiddenField(field: string, reason: string): AppError {
  return new AppError('forbidden', reason, { errors: { [field]: [reason] } })
}

/** 409 for an edit that began from an older version. */
export function staleEdit(what: string): AppError {
  return new AppError('conflict', `${what} was changed by somebody else meanwhile; load it again`)
}
