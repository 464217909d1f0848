/** From one try to the next; some wait longer, so that not all screens ask at once. */
const waitSeconds = 4
const spreadSeconds = 3
/** A try that takes longer counts as none. */
const tryMs = 10_000

interface RetryOptions {
  readonly isThere: (signal: AbortSignal) => Promise<boolean>
  /** Called once. */
  readonly onThere: () => void
  /** Once a second, with what is left until the next try. */
  readonly onWait: (seconds: number) => void
  readonly onTry: () => void
  /** A number from 0 up to 1. */
  readonly random: () => number
}

/** Asks until the server is there; `now` asks at once. */
export function startRetries({ isThere, onThere, onWait, onTry, random }: RetryOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isTrying = false

  const wait = (seconds: number): void => {
    onWait(seconds)
    timer = setTimeout(() => (seconds > 1 ? wait(seconds - 1) : void attempt()), 1_000)
  }
  const attempt = async (): Promise<void> => {
    if (isTrying) return
    isTrying = true
    clearTimeout(timer)
    onTry()
    const found = await isThere(AbortSignal.timeout(tryMs)).catch(() => false)
    // Once it is there the page is left.
    if (found) return onThere()
    isTrying = false
    wait(waitSeconds + Math.floor(random() * spreadSeconds))
  }
  wait(waitSeconds + Math.floor(random() * spreadSeconds))
  return { now: (): void => void attempt() }
}
