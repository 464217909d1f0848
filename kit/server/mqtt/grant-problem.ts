const refusedGrant = 0x80

/**
 * What is wrong with the codes with which a broker answered the subscription to these filters, null
 * when each is granted at this QoS at least. A filter without a code counts as refused.
 */
export function grantProblem(
  filters: readonly string[],
  codes: readonly number[],
  weakestGrant = 1,
): string | null {
  const codeOf = (index: number) => codes[index] ?? refusedGrant
  const refused = filters.filter((_, index) => codeOf(index) >= refusedGrant)
  if (refused.length > 0) return `was refused the subscription to ${refused.join(' and ')}`
  const weak = filters.filter((_, index) => codeOf(index) < weakestGrant)
  return weak.length === 0
    ? null
    : `was granted ${weak.join(' and ')} at QoS 0 only: messages could be lost`
}
