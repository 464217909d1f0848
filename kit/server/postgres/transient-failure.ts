/**
 * Classes of SQLSTATE that say nothing about what was asked: the connection (08), a state of the
 * transaction such as read-only (25), conflicts with others (40), resources (53), objects in use
 * (55), an operator (57), the system (58).
 */
const transientState = /^(?:08|25|40|53|55|57|58)[0-9A-Z]{3}$/
/** Codes of the system and the network: ECONNREFUSED, EPIPE … */
const systemCode = /^(?:E[A-Z]+\d*|CONNECT_TIMEOUT)$/
/** What the driver says of its connection, without a code. */
const driverMessages = [
  /\bconnection (?:terminated|ended|timeout)\b/i,
  /\btimeout exceeded\b|\bquery read timeout\b/i,
  /\bnot queryable\b|\bclient was closed\b|\balready been destroyed\b/i,
]

/**
 * Whether a query may succeed later as it is: its failure came from the connection, the load or the
 * state of the server. Whatever else fails is a defect of ours, and would fail again.
 */
export function isTransientFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : null
  return code === null
    ? driverMessages.some((pattern) => pattern.test(error.message))
    : transientState.test(code) || systemCode.test(code)
}

/**
 * SQLSTATE of connections (08), of conflicts with other transactions (40: deadlocks), of resources
 * (53), of what an operator or a limit ended (57), of a server that only reads for now (25006), of
 * a lock that was not to be had (55P03).
 */
const overloadState = /^(?:(?:08|40|53|57)[0-9A-Z]{3}|25006|55P03)$/

/** Whether a call failed since the database is away or has too much to do; it may be made again. */
export function isDatabaseAway(error: Error): boolean {
  if (!('code' in error)) return driverMessages.some((pattern) => pattern.test(error.message))
  const isConnecting = 'syscall' in error && error.syscall === 'connect'
  return isConnecting || overloadState.test(String(error.code))
}

/**
 * Whether another call came between what this one read and what it wrote: SQLSTATE of what is there
 * already (23505) and of what is not there any more (23503).
 */
export function isConflict(error: Error): boolean {
  return 'code' in error && (error.code === '23505' || error.code === '23503')
}

/** Whether it will never take this: SQLSTATE of data (22) and of the rules of a table (23). */
export function isRefusal(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))
}
