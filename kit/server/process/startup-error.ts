/**
 * Why the program cannot start, in words for the person who starts it.
 * The message is the whole explanation: print it without a stack and end with status 1.
 */
export class StartupError extends Error {
  override readonly name: string = 'StartupError'
}

/**
 * Why something failed, as one line for people. Some errors of the network have a code and no
 * message.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  const [line = ''] = error.message.trim().split('\n')
  return line.slice(0, 300) || code || error.name
}
