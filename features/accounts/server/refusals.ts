import { AppError } from '#kit/model/calls/errors.ts'

/** 409 for an edit that began from an older version. */
export function staleEdit(what: string): AppError {
  return new AppError('conflict', `${what} was changed by somebody else meanwhile; load it again`)
}

/** 409 for what would leave nobody who may do everything. */
export const lastAdministrator = (): AppError =>
  new AppError('conflict', 'This is the last administrator: make somebody else administrator first')
