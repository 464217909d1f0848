import { AppError } from '#kit/model/calls/errors.ts'

/** No call has a body with nearly as many lists and objects in each other. */
const maximumLevels = 100

/**
 * Throws `bad_request` for a body whose lists and objects lie in each other more often than that:
 * whatever walks through it by recursion, such as the check of a schema or JSON.stringify, would
 * run out of stack.
 */
export function assertNotTooDeep(body: unknown): void {
  if (isDeeper(body, maximumLevels))
    throw new AppError('bad_request', `body: is nested deeper than ${maximumLevels} levels`)
}

function isDeeper(value: unknown, levels: number): boolean {
  if (!isPlain(value)) return false
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1))
}

/** Streams and buffers are no text that somebody sent as JSON. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
}
