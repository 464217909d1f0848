import { useEffect } from 'react'
import { reloadWhenAnswered } from '#kit/web/browser/reload.ts'
import { useLatest } from '#kit/web/screens/late-answers.ts'

/** How often a link that has ended is tried again. */
const retryMs = 300_000

/**
 * While a link has ended, asks now and then whether it opens again, as when whose link it is gets
 * back what it needs. The page is loaded anew only then: nobody stands before it.
 */
export function useEndedLink(
  hasEnded: boolean,
  ask: () => Promise<{ readonly isSuccess: boolean }>,
): void {
  const latest = useLatest(ask)
  useEffect(() => {
    if (!hasEnded) return undefined
    const retry = async () => {
      if ((await latest.current()).isSuccess) await reloadWhenAnswered()
    }
    const timer = setInterval(() => void retry(), retryMs)
    return () => clearInterval(timer)
  }, [hasEnded, latest])
}
