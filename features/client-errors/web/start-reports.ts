import { call } from '#kit/web/calls/call.ts'
import { screenErrorEvent } from '#kit/web/screens/screen-error.ts'
import { reportClientErrors } from '../contract/routes.ts'
import { CollectedErrors } from './collected.ts'

/** Between two reports. */
const intervalMs = 10_000

/**
 * Reports errors of this page to the server from now on. Returns a function that ends it. What
 * cannot be reported is lost: there is nobody to whom that could be stated.
 */
export function startReports(): () => void {
  const collected = new CollectedErrors()
  let timer: ReturnType<typeof setTimeout> | undefined
  const report = () => {
    timer = undefined
    const body = { errors: [...collected.take()] }
    void call(reportClientErrors, { body }).catch(() => undefined)
    if (collected.isWaiting) timer = setTimeout(report, intervalMs)
  }
  const add = (thrown: unknown) => {
    if (collected.add(thrown, location.pathname)) timer ??= setTimeout(report, intervalMs)
  }
  const ending = new AbortController()
  const { signal } = ending
  window.addEventListener('error', ({ error, message }) => add(error ?? message), { signal })
  window.addEventListener('unhandledrejection', ({ reason }) => add(reason), { signal })
  window.addEventListener(screenErrorEvent, (event) => add((event as CustomEvent).detail), {
    signal,
  })
  return () => {
    ending.abort()
    clearTimeout(timer)
  }
}
