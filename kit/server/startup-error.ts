/**
 * Why the program cannot start, in words for the person who starts it.
 * The message is the whole explanation: print it without a stack and end with status 1.
 */
export class StartupError extends Error {
  override readonly name: string = 'StartupError'
}
