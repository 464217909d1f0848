/** Returns whether any of its arguments differs from the call before. */
export function createChangeGuard(): (...inputs: readonly unknown[]) => boolean {
  let last: readonly unknown[] | undefined
  return (...inputs) => {
    const isSame = last !== undefined && inputs.every((input, index) => input === last?.[index])
    last = inputs
    return !isSame
  }
}
